import type { UsageEntry, UsageGranularity } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';

/** Number of equal calls within one minute. */
export interface UsageCount {
  readonly apiKeyId: string;
  /** Start of the minute, in milliseconds since 1970. */
  readonly minute: number;
  /** Path in the endpoint table. */
  readonly endpoint: string;
  readonly statusCode: number;
  /** Error code; empty for calls that succeeded. */
  readonly errorCode: string;
  readonly count: number;
}

/** Selection of usage. */
export interface UsageSelection {
  /** Undefined stands for all keys. */
  readonly apiKeyIds: readonly string[] | undefined;
  readonly granularity: UsageGranularity;
  /** First and last moment, in milliseconds since 1970; the last is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly rowsMax: number;
}

/** Counted calls, kept by the minute (15 days), hour (400 days) and day. */
export interface Usage {
  /** Adds counts. A batch that is sent again under the same id counts once. */
  write(batchId: string, counts: readonly UsageCount[]): Promise<void>;
  /** Rows of a selection, by time, at most `rowsMax`. */
  read(selection: UsageSelection): Promise<readonly UsageEntry[]>;
}

const tables = {
  minutely: 'usage_minutes',
  hourly: 'usage_hours',
  daily: 'usage_days',
} as const satisfies Record<UsageGranularity, string>;

const dayMs = 86_400_000;

/**
 * Upsert with keys in order, so that writers of the same rows wait for each other instead of
 * deadlocking.
 */
function addInto(table: string, unit: string): string {
  const bucket = `date_trunc('${unit}', minute, 'UTC')`;
  return `insert into ${table} (api_key_id, bucket, endpoint, status_code, error_code, count)
    select api_key_id, ${bucket}, endpoint, status_code, error_code, sum(count)::bigint from added
      group by api_key_id, ${bucket}, endpoint, status_code, error_code order by 1, 2, 3, 4, 5
    on conflict (api_key_id, bucket, endpoint, status_code, error_code) do update set count = ${table}.count + excluded.count`;
}

const writeStatement: Statement = {
  name: 'usage_write',
  text: `
with batch as (
  insert into usage_batches (id) values ($1) on conflict do nothing returning id
), added as materialized (
  select api_key_id, to_timestamp(minute / 1000) as minute, endpoint, status_code, error_code, count
    from unnest($2::text[], $3::float8[], $4::text[], $5::integer[], $6::text[], $7::bigint[])
      as t (api_key_id, minute, endpoint, status_code, error_code, count), batch
), minutes as (
  ${addInto('usage_minutes', 'minute')}
), hours as (
  ${addInto('usage_hours', 'hour')}
)
${addInto('usage_days', 'day')}`,
};

/**
 * Statement that reads a selection: `$1` key ids, `$2` first and `$3` last moment in milliseconds
 * since 1970, `$4` most rows. It is exported so that its plan can be examined.
 */
export function usageStatement(
  granularity: UsageGranularity,
  keys: 'named' | 'all' = 'named',
): Statement {
  // Rows of all keys lie in the partitions of the window; null keeps the places of the parameters.
  const chosen = keys === 'all' ? '$1::text[] is null' : 'api_key_id = any($1::text[])';
  return {
    name: `usage_read_${keys}_${granularity}`,
    // Times and counts travel as floats, which are exact here and are read three times as fast as
    // their own types.
    text: `select api_key_id, extract(epoch from bucket)::float8 * 1000 as at, endpoint, status_code, error_code, count::float8 from ${tables[granularity]}
      where ${chosen} and bucket >= to_timestamp($2::float8 / 1000) and bucket < to_timestamp($3::float8 / 1000)
      order by bucket, api_key_id, endpoint, status_code, error_code limit $4`,
  };
}

interface UsageRow {
  api_key_id: string;
  at: number;
  endpoint: string;
  status_code: number;
  error_code: string;
  count: number;
}

/** Entries by time. Rows of one bucket are adjacent, so they share its text. */
function toEntries(rows: readonly UsageRow[]): readonly UsageEntry[] {
  let at = Number.NaN;
  let timestamp = '';
  return rows.map((row) => {
    if (row.at !== at) {
      at = row.at;
      timestamp = new Date(at).toISOString();
    }
    const entry = {
      apiKey: row.api_key_id,
      timestamp,
      endpoint: row.endpoint,
      statusCode: row.status_code,
      count: row.count,
    };
    return row.error_code === '' ? entry : { ...entry, errorCode: row.error_code };
  });
}

/** Creates the usage of one process. */
export function createUsage(database: Queryable): Usage {
  /** Newest day whose partitions are known to exist; the day after it has them, too. */
  let preparedDay = -1;

  async function prepare(counts: readonly UsageCount[]): Promise<void> {
    for (const day of new Set(counts.map(({ minute }) => Math.floor(minute / dayMs)))) {
      if (day === preparedDay) continue;
      await database.query('select prepare_usage(to_timestamp($1::float8 / 1000))', [day * dayMs]);
      preparedDay = Math.max(preparedDay, day);
    }
  }

  return {
    write: async (batchId, counts) => {
      await prepare(counts);
      await database.query(writeStatement, [
        batchId,
        counts.map((each) => each.apiKeyId),
        counts.map((each) => each.minute),
        counts.map((each) => each.endpoint),
        counts.map((each) => each.statusCode),
        counts.map((each) => each.errorCode),
        counts.map((each) => each.count),
      ]);
    },
    read: async ({ apiKeyIds, granularity, from, to, rowsMax }) => {
      const keys = apiKeyIds === undefined ? 'all' : 'named';
      const rows = await database.query<UsageRow>(usageStatement(granularity, keys), [
        apiKeyIds ?? null,
        from,
        to,
        rowsMax,
      ]);
      return toEntries(rows);
    },
  };
}
