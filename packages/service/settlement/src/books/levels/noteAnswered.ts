import { int8Array, type Queryable, type Statement } from '@portage/database';

const minuteMs = 60_000;

/** A minute in which a service answered. */
export interface AnsweredMinute {
  /** A time within the minute, in milliseconds since 1970. */
  readonly at: number;
  /** Chains that were well then. */
  readonly chainIds: readonly number[];
}

// A minute that is noted already is left as it is, so that it counts once.
const statement: Statement = {
  name: 'note_answered',
  text: `
with noted as (
  insert into answered_minutes (minute, chains) values (to_timestamp($1), $2::bigint[]) on conflict do nothing
    returning minute, chains
), chains as (
  insert into answered_chains (chain_id, since) select unnest(chains), minute from noted order by 1 on conflict do nothing
)
insert into answered_days as d (day, chains, minutes) select (minute at time zone 'UTC')::date, chains, 1 from noted
  on conflict (day, chains) do update set minutes = d.minutes + 1`,
};

/** Notes that the service answered within a minute; once for all processes. */
export async function noteAnswered(
  database: Queryable,
  { at, chainIds }: AnsweredMinute,
): Promise<void> {
  const seconds = (at - (at % minuteMs)) / 1_000;
  const chains = [...new Set(chainIds)].sort((a, b) => a - b);
  await database.query(statement, [seconds, int8Array(chains)]);
}
