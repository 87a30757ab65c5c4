import { feeBuckets } from '@portage/core';
import type { KeptCurrency } from '@portage/store';
import type { PricedRoute } from '../price/pricedRoute.js';
import type { ToleranceText } from './impactText.js';
import type { QuoteContent } from './quoteContent.js';
import { quoteText } from './quoteText.js';
import { configuredSponsorship } from './renderQuoteObject.js';

/**
 * What is kept of a quote: JSON text of core's `PackedTerms`, a tenth of what the answer says, and
 * the currencies that it names. `unpackTerms` makes of it what the plain twin `renderTermsObject`
 * says; tests hold both together.
 */
export function renderTerms(content: QuoteContent): {
  readonly terms: string;
  readonly currencies: readonly KeptCurrency[];
} {
  const ids: string[] = [];
  const texts: string[] = [];
  let amounts = '';
  for (const { place, amount, microUsd, minimum } of content.amounts) {
    const { currencyId, currencyText } = place;
    let index = ids.indexOf(currencyId);
    if (index < 0) {
      index = ids.push(currencyId) - 1;
      texts.push(currencyText);
    }
    amounts += `${amounts === '' ? '' : ','}[${index},"${amount.toString()}","${microUsd.toString()}"${minimum === amount ? '' : `,"${minimum.toString()}"`}]`;
  }
  const terms =
    `{"version":2,"tradeType":"${content.priced.route.request.body.tradeType}","prices":{${renderPrices(content.priced)}},` +
    `"currencies":["${ids.join('","')}"],"amounts":[${amounts}],${renderFees(content)},${renderSponsorship(content)},${renderDetails(content)}}`;
  return { terms, currencies: ids.map((id, index) => ({ id, content: texts[index] ?? '' })) };
}

/** Where a quote has a price; some of them are the same asset. */
const pricedSides = [
  'originNative',
  'destinationNative',
  'given',
  'held',
  'origin',
  'destination',
] as const;

function renderPrices({ route, prices }: PricedRoute): string {
  const named: string[] = [];
  let text = '';
  for (const side of pricedSides) {
    const { id } = route[side].asset;
    if (named.includes(id)) continue;
    named.push(id);
    text += `${text === '' ? '' : ','}${quoteText(id)}:"${prices[side].price.usdE12.toString()}"`;
  }
  return text;
}

function renderFees({
  fees: { gas, relayer, relayerGas, relayerService, app, subsidized },
}: QuoteContent): string {
  return `"fees":[${gas.number},${relayer.number},${relayerGas.number},${relayerService.number},${app.number},${subsidized.number}]`;
}

function renderSponsorship({
  priced,
  buckets,
  sponsoredTotal,
  userPaysTotal,
}: QuoteContent): string {
  const { selected, capHit } = priced.sponsorship;
  const { maxSubsidizationAmount, subsidizationBps } = configuredSponsorship(priced.route.request);
  let places = '';
  for (const name of feeBuckets) {
    const { total, sponsored, userPays } = buckets[name];
    places += `${places === '' ? '' : ','}[${total.number},${sponsored.number},${userPays.number}]`;
  }
  const cap = maxSubsidizationAmount === undefined ? '' : `"cap":"${maxSubsidizationAmount}",`;
  const share = subsidizationBps === undefined ? '' : `"bps":${subsidizationBps},`;
  return `"buckets":[${places}],"totals":[${sponsoredTotal.number},${userPaysTotal.number}],"selected":${selected.length === 0 ? '[]' : JSON.stringify(selected)},${cap}${share}"capHit":${capHit}`;
}

function renderDetails(content: QuoteContent): string {
  const {
    operation,
    currencyIn,
    paid,
    held,
    currencyOut,
    refunded,
    routers,
    slippage,
    originSlippage,
  } = content;
  const { total, swap, expanded } = content.impactText;
  return (
    `"operation":"${operation}","route":[${currencyIn.number},${paid.number},${held.number},${currencyOut.number},${refunded.number}],` +
    `"routers":[${quoteText(routers.origin)},${quoteText(routers.destination)}],` +
    `"impact":["${total.usd}","${total.percent}","${swap.usd}","${swap.percent}",` +
    `"${expanded.swap}","${expanded.execution}","${expanded.service}","${expanded.app}","${expanded.sponsored}"],` +
    `"rate":"${content.rate}","slippage":[${renderSlippage(slippage)}${originSlippage === undefined ? '' : `,${renderSlippage(originSlippage)}`}],` +
    `"seconds":${content.timeEstimateSeconds},"balance":"${content.userBalance.toString()}","isFixedRate":${content.priced.isFixedRate}`
  );
}

function renderSlippage({ usd, value, percent }: ToleranceText): string {
  return `["${usd}","${value}","${percent}"]`;
}
