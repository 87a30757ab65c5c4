import { getAppFeeBalances } from '@portage/metrics';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { dollars } from '../output/dollars.js';
import { openNames } from '../transfer/names.js';
import type { Session } from '../session.js';

/** A sum of USD that the service writes as a number. */
const dollarsOf = (usd: number): string => dollars(usd.toFixed(6));

/** `portage app-fees` */
export async function appFees({ portage, output, io }: Session, wallet: string): Promise<ExitCode> {
  const balances = await getAppFeeBalances(portage.client, wallet, { signal: io.signal });
  const names = await openNames({ portage, output, io });
  output.result({ event: 'app-fees', wallet, ...balances }, [
    ...balances.balances.map(
      ({ amountFormatted, amountUsd, currency }) =>
        `${amountFormatted} ${currency.symbol} (${dollars(amountUsd ?? '')})  on ${names.chain(currency.chainId)}`,
    ),
    balances.balances.length === 0
      ? 'Nothing is owed to this wallet.'
      : `${dollarsOf(balances.totalBalanceUsd)} in all, ${dollarsOf(balances.availableBalanceUsd)} can be claimed now`,
    ...(balances.pendingBalanceUsd > 0
      ? [`${dollarsOf(balances.pendingBalanceUsd)} is coming: its payouts are not final yet`]
      : []),
  ]);
  return exitCodes.ok;
}
