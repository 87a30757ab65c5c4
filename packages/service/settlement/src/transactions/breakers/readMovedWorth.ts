import type { Queryable } from '@portage/database';
import { chainIdOf, currencyOf, sponsorAsset } from '../../books/ledger/accounts.js';

/** Amounts that the solver owns, smallest units by ledger asset. */
type Worth = ReadonlyMap<string, bigint>;

/** Difference of what the solver owns. */
export interface MovedWorth {
  /** Undefined for micro-USD of sponsors, which are on no chain. */
  readonly chainId: number | undefined;
  readonly currency: string;
  /** Smallest units; negative where it has less. */
  readonly amount: bigint;
}

/**
 * Own money: inventory, what is on its way, earnings and losses. What an owner puts in or takes
 * out, and what an operator has reconciled, changes nothing of it.
 */
const ownedText = `
select asset, sum(balance)::text as amount from ledger_balances
  where account like 'inventory:%' or account like 'solver:%'
    or account in ('in-flight', 'collected', 'pnl', 'capital', 'loss', 'gain')
  group by asset`;

const toWorth = (amounts: Readonly<Record<string, string>>): Worth =>
  new Map(Object.entries(amounts).map(([asset, amount]) => [asset, BigInt(amount)]));

function movedBetween(before: Worth, now: Worth): readonly MovedWorth[] {
  const assets = [...new Set([...now.keys(), ...before.keys()])];
  return assets.flatMap((asset): readonly MovedWorth[] => {
    const amount = (now.get(asset) ?? 0n) - (before.get(asset) ?? 0n);
    if (amount === 0n) return [];
    return asset === sponsorAsset
      ? [{ chainId: undefined, currency: asset, amount }]
      : [{ chainId: chainIdOf(asset), currency: currencyOf(asset), amount }];
  });
}

/**
 * Reads what the solver owns, keeps it, and tells how it differs from the beginning of the last
 * hour, or from the first reading since an operator cleared a halt.
 */
export async function readMovedWorth(database: Queryable): Promise<readonly MovedWorth[]> {
  const [row] = await database.query<{
    now: Readonly<Record<string, string>>;
    before: Readonly<Record<string, string>> | null;
  }>(
    `with owned as (select coalesce(jsonb_object_agg(asset, amount), '{}') as amounts from (${ownedText}) each),
     old as (delete from worth_readings where read_at < now() - interval '2 hours'),
     kept as (insert into worth_readings (read_at, amounts) select clock_timestamp(), amounts from owned on conflict do nothing)
     select amounts as now, (select w.amounts from worth_readings w
         where w.read_at > greatest(now() - interval '1 hour', (select max(cleared_at) from halt_clearances))
         order by w.read_at limit 1) as before
       from owned`,
  );
  if (row === undefined || row.before === null) return [];
  return movedBetween(toWorth(row.before), toWorth(row.now));
}
