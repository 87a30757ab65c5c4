import { totalFees, type ChainInfo, type CurrencyAmount, type TotalFees } from '@portage/sdk';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { TransferOptions } from '../options.js';
import { dollars } from '../output/dollars.js';
import type { Session } from '../session.js';
import { readTransfer } from '../transfer/readTransfer.js';

/** `portage price`: what a transfer would cost; nothing is stored, and no account is needed. */
export async function price(session: Session, options: TransferOptions): Promise<ExitCode> {
  const { request } = await readTransfer(session, options, solverOf);
  const answer = await session.portage.getPrice(request, { signal: session.io.signal });
  const { currencyIn, currencyOut, rate } = answer.details;
  const fees = totalFees(answer);
  session.output.result({ event: 'price', ...answer, totalFees: fees }, [
    `${amount(currencyIn)} for ${amount(currencyOut)}`,
    `1 ${currencyIn.currency.symbol} is ${rate} ${currencyOut.currency.symbol}, fees included`,
    `Fees: ${feeWords(fees)}`,
  ]);
  return exitCodes.ok;
}

/** A stand-in account: a price does not depend on it. */
function solverOf({ solverAddresses }: ChainInfo): string | undefined {
  return solverAddresses[0];
}

/** The sum of the fees, and what each of them is for. */
function feeWords({ usd, parts }: TotalFees): string {
  if (parts.length === 0) return 'none';
  const listed = parts.map((part) => `${part.words} ${dollars(part.usd)}`).join(', ');
  return `${dollars(usd)}: ${listed}`;
}

function amount({ amountFormatted, currency, amountUsd }: CurrencyAmount): string {
  return `${amountFormatted} ${currency.symbol} (${dollars(amountUsd)})`;
}
