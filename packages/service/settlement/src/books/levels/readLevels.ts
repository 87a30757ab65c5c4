import type { Queryable, Statement } from '@portage/database';

/** Days of a reading, as `2026-11-28` in UTC, both included. */
export interface LevelDays {
  readonly from: string;
  readonly to: string;
}

/** How requests between two chains ended. */
export interface EndedLevels {
  /** Undefined for all routes together. */
  readonly route: LevelRoute | undefined;
  readonly filled: number;
  readonly refunded: number;
  readonly failed: number;
  /** Fills whose time is known. */
  readonly timed: number;
  /** Tenths of a second that 50, 95 and 99 of 100 fills took at most; undefined without fills. */
  readonly tenths: FillTenths | undefined;
}

/** Chains between which a request moves money. */
export interface LevelRoute {
  readonly originChainId: number;
  readonly destinationChainId: number;
}

/** The smallest of all times that so many of 100 do not exceed. */
export interface FillTenths {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/** Requests that ended on a day, by how. */
export interface EndedDay {
  readonly day: string;
  readonly filled: number;
  readonly refunded: number;
  readonly failed: number;
}

/** Minutes of a day that were answered while the same chains were well. */
export interface AnsweredDay {
  readonly day: string;
  readonly chains: readonly number[];
  readonly minutes: number;
}

/** Records of service levels; times are milliseconds since 1970. */
export interface LevelRecords {
  readonly ended: readonly EndedLevels[];
  readonly endedDays: readonly EndedDay[];
  readonly answered: readonly AnsweredDay[];
  /** The first answered minute of all; undefined where none is known. */
  readonly since: number | undefined;
  /** The newest answered minute. */
  readonly last: number | undefined;
  /** The first minute in which each chain was well. */
  readonly chainsSince: ReadonlyMap<number, number>;
}

// A route is (0, 0) where it is all of them. Only fills have times.
const endedStatement: Statement = {
  name: 'levels_ended',
  text: `
with counts as (
  select origin_chain_id, destination_chain_id, status, fill_tenths, sum(count)::bigint as n
    from ended_counts where day between $1::date and $2::date
    group by grouping sets ((origin_chain_id, destination_chain_id, status, fill_tenths), (status, fill_tenths))
), routes as (
  select coalesce(origin_chain_id, 0) as origin, coalesce(destination_chain_id, 0) as destination, status, fill_tenths, n from counts
), ranked as (
  select origin, destination, fill_tenths, sum(n) over upto as upto, sum(n) over (partition by origin, destination) as total
    from routes where fill_tenths is not null window upto as (partition by origin, destination order by fill_tenths)
), times as (
  select origin, destination, max(total)::bigint as timed, min(fill_tenths) filter (where upto * 100 >= total * 50) as p50,
      min(fill_tenths) filter (where upto * 100 >= total * 95) as p95, min(fill_tenths) filter (where upto * 100 >= total * 99) as p99
    from ranked group by origin, destination
)
select origin, destination, coalesce(sum(n) filter (where status = 'success'), 0)::bigint as filled,
    coalesce(sum(n) filter (where status = 'refund'), 0)::bigint as refunded,
    coalesce(sum(n) filter (where status = 'failure'), 0)::bigint as failed, timed, p50, p95, p99
  from routes left join times using (origin, destination)
  group by origin, destination, timed, p50, p95, p99 order by origin, destination`,
};

const daysStatement: Statement = {
  name: 'levels_days',
  text: `select day::text as day, coalesce(sum(count) filter (where status = 'success'), 0)::bigint as filled,
    coalesce(sum(count) filter (where status = 'refund'), 0)::bigint as refunded,
    coalesce(sum(count) filter (where status = 'failure'), 0)::bigint as failed
  from ended_counts where day between $1::date and $2::date group by day order by day`,
};

const answeredStatement: Statement = {
  name: 'levels_answered',
  text: `select day::text as day, chains, minutes from answered_days where day between $1::date and $2::date order by day, chains`,
};

const boundsStatement: Statement = {
  name: 'levels_bounds',
  text: `select min(minute) as since, max(minute) as last from answered_minutes`,
};

interface EndedRow {
  readonly origin: number;
  readonly destination: number;
  readonly filled: number;
  readonly refunded: number;
  readonly failed: number;
  readonly timed: number | null;
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

/** Reads the records of days: counts and minutes by day, never single requests or minutes. */
export async function readLevels(
  database: Queryable,
  { from, to }: LevelDays,
): Promise<LevelRecords> {
  type Row<T> = T & Readonly<Record<string, unknown>>;
  const [ended, endedDays, answered, bounds, chains] = await Promise.all([
    database.query<Row<EndedRow>>(endedStatement, [from, to]),
    database.query<Row<EndedDay>>(daysStatement, [from, to]),
    database.query<Row<AnsweredDay>>(answeredStatement, [from, to]),
    database.query<{ since: number | null; last: number | null }>(boundsStatement),
    database.query<{ id: number; since: number }>(
      'select chain_id as id, since from answered_chains',
    ),
  ]);
  return {
    ended: ended.map(toLevels),
    endedDays,
    answered,
    since: bounds[0]?.since ?? undefined,
    last: bounds[0]?.last ?? undefined,
    chainsSince: new Map(chains.map(({ id, since }) => [id, since])),
  };
}

function toLevels(row: EndedRow): EndedLevels {
  const { origin, destination, filled, refunded, failed, timed, p50, p95, p99 } = row;
  return {
    route: origin === 0 ? undefined : { originChainId: origin, destinationChainId: destination },
    filled,
    refunded,
    failed,
    timed: timed ?? 0,
    tenths: p50 === null || p95 === null || p99 === null ? undefined : { p50, p95, p99 },
  };
}
