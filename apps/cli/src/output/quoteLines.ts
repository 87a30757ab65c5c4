import { Money, type CurrencyAmount, type Quote } from '@portage/sdk';
import pc from 'picocolors';

/** Lines that show a quote to people. */
export function quoteLines(quote: Quote): readonly string[] {
  const { details, fees } = quote;
  const { currencyIn, currencyOut } = details;
  return [
    `${pc.bold('You pay')}      ${amount(currencyIn)} on chain ${String(currencyIn.currency.chainId)}`,
    `${pc.bold('You get')}      ${amount(currencyOut)} on chain ${String(currencyOut.currency.chainId)}, about ${String(details.timeEstimate)} s later`,
    `${pc.bold('At least')}     ${minimum(currencyOut)}`,
    `${pc.bold('Recipient')}    ${details.recipient}`,
    ...extraLines(quote),
    `${pc.bold('Fees')}         solver ${usd(fees.relayer)} (gas ${usd(fees.relayerGas)}, service ${usd(fees.relayerService)}), app ${usd(fees.app)}${rent(quote)}, origin gas ${usd(fees.gas)}`,
    `${pc.bold('Steps')}        ${quote.steps.map((step) => step.id).join(', then ') || 'none'}`,
    `${pc.bold('Request')}      ${quote.requestId}`,
  ];
}

/** Lines for the parts that only some quotes have: a sponsor, a deposit address. */
function extraLines({ fees, steps, details }: Quote): readonly string[] {
  const address = steps.find(
    (step) => step.depositAddress !== undefined && step.depositAddress !== '',
  )?.depositAddress;
  return [
    ...(fees.subsidized.amount === '0'
      ? []
      : [`${pc.bold('Sponsored')}    ${usd(fees.subsidized)} of the fees`]),
    ...(address === undefined
      ? []
      : [
          `${pc.bold('Pay to')}       ${address} on chain ${String(details.currencyIn.currency.chainId)}`,
        ]),
  ];
}

/** Rent of an account that the payout opens; empty on chains without rent. */
function rent({ feeSponsorship }: Quote): string {
  const total = feeSponsorship.quoted.components.rent?.total;
  return total === undefined || total.amount === '0' ? '' : `, rent ${usd(total)}`;
}

function amount({ amountFormatted, currency, amountUsd }: CurrencyAmount): string {
  return `${amountFormatted} ${currency.symbol} ($${amountUsd})`;
}

function minimum({ minimumAmount, currency }: CurrencyAmount): string {
  return `${Money.format(BigInt(minimumAmount), currency.decimals)} ${currency.symbol}`;
}

function usd({ amountUsd }: CurrencyAmount): string {
  return amountUsd.startsWith('-') ? `-$${amountUsd.slice(1)}` : `$${amountUsd}`;
}
