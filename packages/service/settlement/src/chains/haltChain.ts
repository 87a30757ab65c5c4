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

/** Begins the reason of a chain that stops because of another one. */
const becauseOfOther = 'All chains stop';

/** Halt because of what a comparison has found on a chain. */
export interface ComparedHalt {
  /** Reason on the chain that was compared. */
  readonly reason: string;
  /** Words of the reason: a halt that has them stays as it is. */
  readonly mark: string;
  /** Further chains that stop with it, named after the one that was compared. */
  readonly others?: { readonly chainIds: readonly number[]; readonly slug: string } | undefined;
}

/**
 * Halts a chain, and others with it, because of what a comparison with the books has found, unless
 * a difference was booked since. Another reason of the chain stays beside it. Others stop once: an
 * operator may let them go on while this one is halted.
 *
 * @returns chains that were halted, with their reasons
 */
export async function haltComparedChain(
  database: Queryable,
  { chainId, reconciled }: ComparedChain,
  { reason, mark, others }: ComparedHalt,
): Promise<readonly Halt[]> {
  const rows = await database.query<{ chain_id: number; halted_reason: string }>(
    `with own as (
       select 1 from chain_cursors where chain_id = $1 and reconciled = $2
         and (halted_reason is null or starts_with(halted_reason, $6) or strpos(halted_reason, $7) = 0) for update
     )
     update chain_cursors c set updated_at = now(), halted_reason = case
         when c.chain_id <> $1 then $5
         when c.halted_reason is null or starts_with(c.halted_reason, $6) then $3
         else c.halted_reason || ' ' || $3 end
       from own where c.chain_id = $1 or (c.chain_id = any($4::bigint[]) and c.halted_reason is null)
     returning c.chain_id, c.halted_reason`,
    [
      chainId,
      reconciled,
      reason,
      others?.chainIds ?? [],
      `${becauseOfOther}: on ${others?.slug ?? ''} ${reason}`,
      becauseOfOther,
      mark,
    ],
  );
  return rows.map((row) => ({ chainId: row.chain_id, reason: row.halted_reason }));
}

/** Halts chains for one reason; the first reason of each stays. */
export async function haltChains(
  database: Queryable,
  chainIds: readonly number[],
  reason: string,
): Promise<readonly number[]> {
  const rows = await database.query<{ chain_id: number }>(
    `insert into chain_cursors as c (chain_id, height, hash, time, finalized_height, halted_reason)
       select id, -1, '', 0, -1, $2 from unnest($1::bigint[]) as t (id) order by id
     on conflict (chain_id) do update set halted_reason = excluded.halted_reason, updated_at = now()
       where c.halted_reason is null
     returning chain_id`,
    [chainIds, reason],
  );
  return rows.map((row) => row.chain_id);
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
 * may go on. The limits of circuit breakers end with it. Answers with the reasons of what ended, or
 * undefined where nothing stood.
 */
export async function clearHalt(
  database: Queryable,
  chainId: number,
  reason: string,
): Promise<string | undefined> {
  const [row] = await database.query<{ reason: string | null }>(
    `with cleared as (
       update chain_cursors c set halted_reason = null, updated_at = now()
         from (select chain_id, halted_reason as reason from chain_cursors where chain_id = $1 and halted_reason is not null for update) was
         where c.chain_id = was.chain_id returning was.reason
     ), ended as (
       delete from breakers where chain_id = $1 returning reason
     ), gone as (
       select reason from cleared union all select reason from ended
     ), kept as (
       insert into halt_clearances (chain_id, halted_reason, reason) select $1, gone.reason, $2 from gone
     )
     select string_agg(reason, ' ') as reason from gone`,
    [chainId, reason],
  );
  return row?.reason ?? undefined;
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
