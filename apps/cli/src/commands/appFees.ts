import { getAppFeeBalances } from '@portage/metrics';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { Session } from '../session.js';

/** `portage app-fees` */
export async function appFees({ portage, output, io }: Session, wallet: string): Promise<ExitCode> {
  const balances = await getAppFeeBalances(portage.client, wallet, { signal: io.signal });
  output.result({ event: 'app-fees', wallet, ...balances }, [
    ...balances.balances.map(
      ({ amountFormatted, amountUsd, currency }) =>
        `${amountFormatted} ${currency.symbol} ($${amountUsd})  on ${String(currency.chainId)}`,
    ),
    balances.balances.length === 0
      ? 'Nothing is owed to this wallet.'
      : `$${balances.totalBalanceUsd.toFixed(6)} in all, $${balances.availableBalanceUsd.toFixed(6)} can be claimed now`,
    ...(balances.pendingBalanceUsd > 0
      ? [`$${balances.pendingBalanceUsd.toFixed(6)} is coming: its payouts are not final yet`]
      : []),
  ]);
  return exitCodes.ok;
}
