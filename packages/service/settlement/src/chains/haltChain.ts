import type { Queryable } from '@portage/database';

/** A chain on which, and because of which, nothing is spent until an operator has looked. */
export interface Halt {
  readonly chainId: number;
  readonly reason: string;
}

/** A chain as it was when it was compared with the books. */
export interface ComparedChain {
  readonly chainId: number;
  /** Differences that were booked until then. */
  readonly reconciled: number;
}

/** Halts a chain for an operator to look at; the first reason stays. */
export async function haltChain(
  database: Queryable,
  chainId: number,
  reason: string,
): Promise<void> {
  await database.query(
    `insert into chain_cursors (chain_id, height, hash, time, finalized_height, halted_reason) values ($1, -1, '', 0, -1, $2)
     on conflict (chain_id) do update set halted_reason = coalesce(chain_cursors.halted_reason, excluded.halted_reason), updated_at = now()`,
    [chainId, reason],
  );
}

/**
 * Halts a chain because of what a comparison with the books has found, unless a difference was
 * booked since; the first reason stays.
 *
 * @returns whether the chain was not halted before
 */
export async function haltComparedChain(
  database: Queryable,
  { chainId, reconciled }: ComparedChain,
  reason: string,
): Promise<boolean> {
  const rows = await database.query(
    `update chain_cursors set halted_reason = $3, updated_at = now()
       where chain_id = $1 and reconciled = $2 and halted_reason is null returning 1`,
    [chainId, reconciled, reason],
  );
  return rows.length > 0;
}

/** The chains that are halted. */
export async function readHalts(database: Queryable): Promise<readonly Halt[]> {
  const rows = await database.query<{ chain_id: number; halted_reason: string }>(
    'select chain_id, halted_reason from chain_cursors where halted_reason is not null order by chain_id',
  );
  return rows.map((row) => ({ chainId: row.chain_id, reason: row.halted_reason }));
}

/**
 * Lets a chain go on, which workers notice by themselves, and keeps why it was halted and why it
 * may go on. Answers with why it was halted, or undefined where it was not.
 */
export async function clearHalt(
  database: Queryable,
  chainId: number,
  reason: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ reason: string }>(
    `with cleared as (
       update chain_cursors c set halted_reason = null, updated_at = now()
         from (select chain_id, halted_reason as reason from chain_cursors where chain_id = $1 and halted_reason is not null for update) was
         where c.chain_id = was.chain_id returning was.reason
     ), kept as (
       insert into halt_clearances (chain_id, halted_reason, reason) select $1, cleared.reason, $2 from cleared
     )
     select reason from cleared`,
    [chainId, reason],
  );
  return row?.reason;
}

/** A halt that an operator has cleared. */
export interface ClearedHalt extends Halt {
  /** Why the chain may go on. */
  readonly clearedBecause: string;
  /** Milliseconds since 1970. */
  readonly clearedAt: number;
}

const historyMax = 100;

/** Halts that were cleared, newest first; at most a hundred. */
export async function readClearedHalts(database: Queryable): Promise<readonly ClearedHalt[]> {
  const rows = await database.query<{
    chain_id: number;
    halted_reason: string;
    reason: string;
    cleared_at: number;
  }>(
    `select chain_id, halted_reason, reason, (extract(epoch from cleared_at) * 1000)::float8 as cleared_at from halt_clearances order by id desc limit $1`,
    [historyMax],
  );
  return rows.map((row) => ({
    chainId: row.chain_id,
    reason: row.halted_reason,
    clearedBecause: row.reason,
    clearedAt: Math.floor(row.cleared_at),
  }));
}
