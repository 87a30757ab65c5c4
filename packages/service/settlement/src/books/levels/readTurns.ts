import type { Queryable, Statement } from '@portage/database';

/** Turns of one reading; the newest are read where there are more. */
const turnsMax = 2_000;

/** An answered minute whose chains are not those of the one before, or that follows none. */
export interface LevelTurn {
  /** Begin of the minute, in milliseconds since 1970. */
  readonly minute: number;
  /** Chains that were well in it. */
  readonly chains: readonly number[];
  /** Begin of the answered minute before; undefined where the reading has none. */
  readonly before: number | undefined;
}

// The index gives the minutes in their order. Those between two turns are as the first of them.
const statement: Statement = {
  name: 'levels_turns',
  text: `
select minute, chains, before from (
    select minute, chains, lag(minute) over w as before, lag(chains) over w as chains_before
      from answered_minutes where minute >= to_timestamp($1) window w as (order by minute)
  ) as noted
  where before is null or before < minute - interval '1 minute' or chains <> chains_before
  order by minute desc limit ${String(turnsMax)}`,
};

/** Reads the turns since a time in milliseconds since 1970, the oldest first. */
export async function readTurns(database: Queryable, since: number): Promise<readonly LevelTurn[]> {
  const rows = await database.query<{
    minute: number;
    chains: readonly number[];
    before: number | null;
  }>(statement, [since / 1_000]);
  return rows
    .map(({ minute, chains, before }) => ({ minute, chains, before: before ?? undefined }))
    .reverse();
}
