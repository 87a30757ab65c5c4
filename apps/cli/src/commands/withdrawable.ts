import type { ExitCode } from '../exitCodes.js';
import { exitCodes } from '../exitCodes.js';
import type { Session } from '../session.js';
import { getWithdrawalBalances } from '@portage/sdk';

/** Options of `portage withdrawable`. */
export interface WithdrawableOptions {
  readonly chain: string;
}

/** `portage withdrawable`: lists what an account may withdraw. */
export async function withdrawable(
  { portage, output, io }: Session,
  owner: string,
  { chain: ownerChainId }: WithdrawableOptions,
): Promise<ExitCode> {
  let continuation: string | undefined;
  let count = 0;
  do {
    const page = await getWithdrawalBalances(
      portage.client,
      { owner, ownerChainId, continuation },
      { signal: io.signal },
    );
    for (const { currency, amountFormatted, hubTokenId, amountUsd, ...balance } of page.balances) {
      const named =
        currency === null ? hubTokenId : `${currency.symbol} on ${String(currency.chainId)}`;
      const worth = amountUsd === undefined ? '' : ` (${amountUsd} USD)`;
      output.result({ event: 'withdrawable', hubTokenId, currency, amountUsd, ...balance }, [
        `${amountFormatted} ${named}${worth}`,
      ]);
      count += 1;
    }
    continuation = page.continuation;
  } while (continuation !== undefined);
  if (count === 0 && !output.json) output.result({}, ['There is nothing to withdraw.']);
  return exitCodes.ok;
}
