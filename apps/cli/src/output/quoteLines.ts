import { Money, type CurrencyAmount, type Quote } from '@portage/sdk';
import pc from 'picocolors';

/** A quote as people read it. */
export function quoteLines(quote: Quote): readonly string[] {
  const { details, fees } = quote;
  const { currencyIn, currencyOut } = details;
  return [
    `${pc.bold('You pay')}      ${amount(currencyIn)} on chain ${String(currencyIn.currency.chainId)}`,
    `${pc.bold('You get')}      ${amount(currencyOut)} on chain ${String(currencyOut.currency.chainId)}, about ${String(details.timeEstimate)} s later`,
    `${pc.bold('At least')}     ${minimum(currencyOut)}`,
    `${pc.bold('Recipient')}    ${details.recipient}`,
    `${pc.bold('Fees')}         solver ${usd(fees.relayer)} (gas ${usd(fees.relayerGas)}, service ${usd(fees.relayerService)}), app ${usd(fees.app)}, origin gas ${usd(fees.gas)}`,
    `${pc.bold('Steps')}        ${quote.steps.map((step) => step.id).join(', then ') || 'none'}`,
    `${pc.bold('Request')}      ${quote.requestId}`,
  ];
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
