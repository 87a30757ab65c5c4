import type { Queryable, Statement } from '@portage/database';
import { accounts, chainIdOf, sponsorAsset } from './accounts.js';
import type { AppFeeBalance } from './readAppFees.js';

/** App fees of a wallet in one currency, what stands behind fast fills included. */
export interface OwnedAppFees extends AppFeeBalance {
  readonly wallet: string;
}

/** Balances of all apps and sponsors. */
export interface OwnedBalances {
  readonly appFees: readonly OwnedAppFees[];
  /** Free balances in micro-USD. */
  readonly sponsors: readonly { readonly account: string; readonly microUsd: bigint }[];
}

/** Accounts that are read, at most. */
const rowsMax = 1_000;

const statement: Statement = {
  name: 'owned_balances',
  text: `select account, asset, balance from ledger_balances
    where (account like 'app-fee:%' or account like 'sponsor:%') and balance > 0 order by account, asset limit ${String(rowsMax)}`,
};

/** Balances of all apps and sponsors, at most a thousand. */
export async function readOwnedBalances(database: Queryable): Promise<OwnedBalances> {
  const rows = await database.query<{ account: string; asset: string; balance: bigint }>(statement);
  const ofSponsors = accounts.sponsor('');
  const ofApps = accounts.appFee('');
  const appFees = new Map<string, OwnedAppFees>();
  for (const { account, asset, balance } of rows) {
    if (!account.startsWith(ofApps)) continue;
    const wallet = account.slice(ofApps.length).replace(/:0x[0-9a-f]{64}$/, '');
    const key = `${wallet} ${asset}`;
    appFees.set(key, {
      wallet,
      chainId: chainIdOf(asset),
      currency: asset.slice(asset.indexOf(':') + 1),
      amount: balance + (appFees.get(key)?.amount ?? 0n),
    });
  }
  return {
    appFees: [...appFees.values()],
    sponsors: rows
      .filter(({ account, asset }) => account.startsWith(ofSponsors) && asset === sponsorAsset)
      .map(({ account, balance }) => ({
        account: account.slice(ofSponsors.length),
        microUsd: balance,
      })),
  };
}
