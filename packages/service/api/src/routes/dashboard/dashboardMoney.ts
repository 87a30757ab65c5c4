import { Money } from '@portage/core';
import type { DashboardMoney } from '@portage/core/schemas';
import { describeBalance, nameOf } from '../appFeeBalances.js';
import type { Route, RouteContext } from '../context.js';
import { readViewer, type Viewer } from './scope.js';

type OwnedBalances = Awaited<ReturnType<RouteContext['store']['reports']['owned']>>;

/** `GET /dashboard/api/money`: app fees and sponsors' balances, of the key or of all. */
export const dashboardMoney: Route<'dashboardMoney'> =
  (context) =>
  async (call, reply): Promise<DashboardMoney> => {
    const viewer = readViewer(call.request, reply);
    const { appFees, sponsors } = viewer.isOperator
      ? await context.store.reports.owned()
      : await readOwn(viewer, context.store);
    return {
      appFees: await Promise.all(
        appFees.map(async (row) => {
          const named = await nameOf(row, context.chains, context.store);
          const { amount } = describeBalance(row, named, context);
          const { currency, amountFormatted, amountUsd } = amount;
          const worth = amountUsd === undefined ? {} : { amountUsd };
          const pending = await pendingOf(row, context.store);
          const coming =
            pending === 0n ? {} : { pendingFormatted: Money.format(pending, currency.decimals) };
          return { wallet: row.wallet, currency, amountFormatted, ...coming, ...worth };
        }),
      ),
      sponsors: sponsors.map(({ account, microUsd }) => ({
        account,
        balanceUsd: Money.formatUsd(microUsd),
      })),
    };
  };

/** Part of a balance whose payouts are not final yet, in smallest units. */
async function pendingOf(
  { wallet, chainId, currency }: OwnedBalances['appFees'][number],
  { appFees }: RouteContext['store'],
): Promise<bigint> {
  const all = await appFees.pending(wallet);
  const own = all.find((each) => each.chainId === chainId && each.currency === currency);
  return own?.amount ?? 0n;
}

/** Balances of the wallet and the sponsor of a key. */
async function readOwn(
  { holder: { appWallet, sponsor } }: Viewer,
  { appFees, sponsors }: RouteContext['store'],
): Promise<OwnedBalances> {
  const wallet = appWallet?.toLowerCase();
  const rows =
    wallet === undefined
      ? []
      : (await Promise.all([appFees.balances(wallet), appFees.held(wallet)])).flat();
  const balances =
    sponsor === undefined ? new Map<string, bigint>() : await sponsors.balances([sponsor]);
  return {
    appFees: rows.map((row) => ({ ...row, wallet: wallet ?? '' })),
    sponsors: Array.from(balances, ([account, microUsd]) => ({ account, microUsd })),
  };
}
