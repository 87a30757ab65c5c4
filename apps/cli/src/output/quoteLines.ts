import { Money, type CurrencyAmount, type Quote } from '@portage/sdk';
import { dollars } from './dollars.js';
import { plain, type Paint } from './paint.js';

/** Words for chains that are known by their ids. */
export interface ChainNames {
  chain(chainId: number): string;
}

/** How lines for people name chains and colour things. */
export interface QuoteLook {
  readonly names: ChainNames;
  /** Colours; none by default. */
  readonly paint?: Paint;
}

/** Lines that show a quote to people. */
export function quoteLines(quote: Quote, { names, paint = plain }: QuoteLook): readonly string[] {
  const { details, fees } = quote;
  const { currencyIn, currencyOut } = details;
  return [
    `${paint.bold('You pay')}      ${amount(currencyIn)} on ${names.chain(currencyIn.currency.chainId)}`,
    `${paint.bold('You get')}      ${amount(currencyOut)} on ${names.chain(currencyOut.currency.chainId)}, about ${String(details.timeEstimate)} s later`,
    `${paint.bold('At least')}     ${minimum(currencyOut)}`,
    `${paint.bold('Recipient')}    ${details.recipient}`,
    ...extraLines(quote, { names, paint }),
    `${paint.bold('Fees')}         solver ${usd(fees.relayer)} (gas ${usd(fees.relayerGas)}, service ${usd(fees.relayerService)}), app ${usd(fees.app)}${rent(quote)}, origin gas ${usd(fees.gas)}`,
    `${paint.bold('Steps')}        ${quote.steps.map((step) => step.id).join(', then ') || 'none'}`,
    `${paint.bold('Request')}      ${quote.requestId}`,
  ];
}

/** Lines for the parts that only some quotes have: a sponsor, a deposit address. */
function extraLines(
  { fees, steps, details }: Quote,
  { names, paint }: Required<QuoteLook>,
): readonly string[] {
  const address = steps.find(
    (step) => step.depositAddress !== undefined && step.depositAddress !== '',
  )?.depositAddress;
  return [
    ...(fees.subsidized.amount === '0'
      ? []
      : [`${paint.bold('Sponsored')}    ${usd(fees.subsidized)} of the fees`]),
    ...(address === undefined
      ? []
      : [
          `${paint.bold('Pay to')}       ${address} on ${names.chain(details.currencyIn.currency.chainId)}`,
        ]),
  ];
}

/** Rent of an account that the payout opens; empty on chains without rent. */
function rent({ feeSponsorship }: Quote): string {
  const total = feeSponsorship.quoted.components.rent?.total;
  return total === undefined || total.amount === '0' ? '' : `, rent ${usd(total)}`;
}

function amount({ amountFormatted, currency, amountUsd }: CurrencyAmount): string {
  return `${amountFormatted} ${currency.symbol} (${dollars(amountUsd)})`;
}

function minimum({ minimumAmount, currency }: CurrencyAmount): string {
  return `${Money.format(BigInt(minimumAmount), currency.decimals)} ${currency.symbol}`;
}

function usd({ amountUsd }: CurrencyAmount): string {
  return dollars(amountUsd);
}
