import { Money, feeBuckets } from '@portage/core';
import type { ChangeText, ToleranceText } from './impactText.js';
import type { Amount, QuoteContent } from './quoteContent.js';
import { quoteText } from './quoteText.js';
import { configuredSponsorship } from './renderQuoteObject.js';

// Text templates instead of JSON.stringify: most of a quote is a few currencies and amounts that
// come back many times, each printed once here. `renderQuoteObject` is the plain twin; tests hold
// both to the same JSON value. Everything put between quotes below is digits, hex or our own words;
// accounts come from codecs and are quoted by `quoteText`.

/** How an amount stands in a text. */
type AmountText = (amount: Amount) => string;

/**
 * The money part of a quote as members of a JSON object: `"fees":…,"feeSponsorship":…,"details":…`.
 * What is kept of it is `renderTerms`.
 */
export function renderMoney(content: QuoteContent): string {
  const texts = content.amounts.map((amount) => inOnePiece(renderAmount(amount)));
  return renderMembers(content, renderPlainParts(content), ({ number }) => texts[number] ?? '');
}

/**
 * The same text. Text that was put together is kept as a tree, and walked anew wherever it was put
 * into; reading one of its characters makes it one piece.
 */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 0 ? '' : text;
}

function renderAmount({ place, amount, microUsd, minimum }: Amount): string {
  const digits = amount.toString();
  return (
    `{"currency":${place.currencyText},"amount":"${digits}","amountFormatted":"${Money.format(amount, place.asset.decimals)}",` +
    `"amountUsd":"${Money.formatUsd(microUsd)}","minimumAmount":"${minimum === amount ? digits : minimum.toString()}"}`
  );
}

/** The parts without amounts. */
interface PlainParts {
  /** Members of `feeSponsorship.quoted` before its components. */
  readonly sponsorship: string;
  /** Members of `details` between the amounts and the route. */
  readonly details: string;
}

function renderPlainParts({
  priced,
  impactText,
  slippage,
  originSlippage,
  rate,
  timeEstimateSeconds,
  userBalance,
}: QuoteContent): PlainParts {
  const { selected, capHit } = priced.sponsorship;
  const { maxSubsidizationAmount, subsidizationBps } = configuredSponsorship(priced.route.request);
  const cap =
    maxSubsidizationAmount === undefined
      ? ''
      : `"maxSubsidizationAmount":"${maxSubsidizationAmount}",`;
  const share = subsidizationBps === undefined ? '' : `"subsidizationBps":${subsidizationBps},`;
  const { total, swap, expanded } = impactText;
  return {
    sponsorship: `"selectedComponents":${selected.length === 0 ? '[]' : JSON.stringify(selected)},${cap}${share}"capHit":${capHit}`,
    details:
      `"totalImpact":${renderChange(total)},"swapImpact":${renderChange(swap)},` +
      `"expandedPriceImpact":{"swap":{"usd":"${expanded.swap}"},"execution":{"usd":"${expanded.execution}"},"the service":{"usd":"${expanded.service}"},` +
      `"app":{"usd":"${expanded.app}"},"sponsored":{"usd":"${expanded.sponsored}"}},"rate":"${rate}",` +
      `"slippageTolerance":{"origin":${originSlippage === undefined ? noSlippage : renderSlippage(originSlippage)},"destination":${renderSlippage(slippage)}},` +
      `"timeEstimate":${timeEstimateSeconds},"userBalance":"${userBalance.toString()}","isFixedRate":${priced.isFixedRate}`,
  };
}

const noSlippage = '{"usd":"0","value":"0","percent":"0"}';

function renderChange({ usd, percent }: ChangeText): string {
  return `{"usd":"${usd}","percent":"${percent}"}`;
}

function renderSlippage({ usd, value, percent }: ToleranceText): string {
  return `{"usd":"${usd}","value":"${value}","percent":"${percent}"}`;
}

function renderMembers(content: QuoteContent, plain: PlainParts, text: AmountText): string {
  return `"fees":${renderFees(content, text)},"feeSponsorship":${renderSponsorship(content, plain, text)},"details":${renderDetails(content, plain, text)}`;
}

function renderFees({ fees }: QuoteContent, text: AmountText): string {
  return (
    `{"gas":${text(fees.gas)},"relayer":${text(fees.relayer)},"relayerGas":${text(fees.relayerGas)},` +
    `"relayerService":${text(fees.relayerService)},"app":${text(fees.app)},"subsidized":${text(fees.subsidized)}}`
  );
}

function renderSponsorship(
  { buckets, sponsoredTotal, userPaysTotal }: QuoteContent,
  plain: PlainParts,
  text: AmountText,
): string {
  let components = '';
  for (const name of feeBuckets) {
    const { selected, total, sponsored, userPays } = buckets[name];
    components += `${components === '' ? '' : ','}"${name}":{"selected":${selected},"total":${text(total)},"sponsored":${text(sponsored)},"userPays":${text(userPays)}}`;
  }
  return `{"quoted":{${plain.sponsorship},"components":{${components}},"sponsoredTotal":${text(sponsoredTotal)},"userPaysTotal":${text(userPaysTotal)}}}`;
}

function renderDetails(
  { priced, operation, currencyIn, refunded, paid, held, currencyOut, routers }: QuoteContent,
  plain: PlainParts,
  text: AmountText,
): string {
  const { payer, recipient } = priced.route;
  const given = text(currencyIn);
  const taken = paid === currencyIn ? given : text(paid);
  const got = text(currencyOut);
  const spent = held === currencyOut ? got : text(held);
  return (
    `{"operation":"${operation}","sender":${quoteText(payer)},"recipient":${quoteText(recipient)},` +
    `"currencyIn":${given},"currencyOut":${got},"refundCurrency":${refunded === currencyIn ? given : taken},${plain.details},` +
    `"route":{"origin":{"inputCurrency":${given},"outputCurrency":${taken},"router":${quoteText(routers.origin)}},` +
    `"destination":{"inputCurrency":${spent},"outputCurrency":${got},"router":${quoteText(routers.destination)}}}}`
  );
}
