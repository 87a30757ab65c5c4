import { int8Array, numericArray, textArray, type Queryable } from '@portage/database';

/** Target inventory of a currency that an operator set, with the rebalance that would reach it. */
export interface InventoryTarget {
  readonly chainId: number;
  readonly currency: string;
  /** Smallest units, at the price when it was reckoned. */
  readonly target: bigint;
  /** Undefined where nothing is to be brought. */
  readonly suggestion: SuggestedRebalance | undefined;
}

/** Inventory that is worth bringing from another chain. */
export interface SuggestedRebalance {
  /** Smallest units that are to arrive. */
  readonly amount: bigint;
  /** Chain that has it to spare; undefined where none has. */
  readonly from: number | undefined;
  /** Path that brings it; undefined where an operator must move it. */
  readonly path: string | undefined;
}

/** Writes the targets of a chain, all of them. */
export async function writeTargets(
  database: Queryable,
  chainId: number,
  targets: readonly InventoryTarget[],
): Promise<void> {
  await database.query(
    `with given as (
       select * from unnest($2::text[], $3::numeric[], $4::numeric[], $5::bigint[], $6::text[]) as t (currency, target, suggested, suggested_from, suggested_path)
     ), gone as (
       delete from inventory_targets i where i.chain_id = $1 and not exists (select 1 from given g where g.currency = i.currency)
     )
     insert into inventory_targets (chain_id, currency, target, suggested, suggested_from, suggested_path)
       select $1::bigint, currency, target, suggested, suggested_from, suggested_path from given
       on conflict (chain_id, currency) do update set target = excluded.target, suggested = excluded.suggested,
         suggested_from = excluded.suggested_from, suggested_path = excluded.suggested_path, updated_at = clock_timestamp()`,
    [
      chainId,
      textArray(targets.map(({ currency }) => currency)),
      numericArray(targets.map(({ target }) => target)),
      numericArray(targets.map(({ suggestion }) => suggestion?.amount)),
      int8Array(targets.map(({ suggestion }) => suggestion?.from)),
      textArray(targets.map(({ suggestion }) => suggestion?.path)),
    ],
  );
}

/** Targets of all chains, as their workers reckoned them last. */
export async function readTargets(database: Queryable): Promise<readonly InventoryTarget[]> {
  const rows = await database.query<{
    chain_id: number;
    currency: string;
    target: bigint;
    suggested: bigint | null;
    suggested_from: number | null;
    suggested_path: string | null;
  }>('select * from inventory_targets order by chain_id, currency');
  return rows.map((row) => ({
    chainId: row.chain_id,
    currency: row.currency,
    target: row.target,
    suggestion:
      row.suggested === null
        ? undefined
        : {
            amount: row.suggested,
            from: row.suggested_from ?? undefined,
            path: row.suggested_path ?? undefined,
          },
  }));
}
