import type { BenchDatabase } from '../environment/openBenchDatabase.js';

/** Calls and their outcomes; every key makes each once a minute. */
const calls = [
  { endpoint: '/quote/v2', statusCode: 200, errorCode: '' },
  { endpoint: '/quote/v2', statusCode: 400, errorCode: 'AMOUNT_TOO_LOW' },
  { endpoint: '/intents/status/v3', statusCode: 200, errorCode: '' },
  { endpoint: '/chains', statusCode: 200, errorCode: '' },
  { endpoint: '/requests/v2', statusCode: 200, errorCode: '' },
] as const;

const minutesOfDay = 1_440;

/** Days of the history: the window of a daily query. */
const days = 14;

const dayMs = 86_400_000;

/** History of usage in the database. */
export interface UsageHistory {
  /** Number of rows by the minute. */
  readonly rows: number;
  /** Moments in milliseconds since 1970; the last is not part of it. */
  readonly from: number;
  readonly to: number;
  readonly days: number;
  readonly keys: number;
  /** Distinct calls of a key within each bucket. */
  readonly rowsOfBucket: number;
}

/** Key and last day of the history. */
export interface UsageLoad {
  /** Key whose calls are among the rows. */
  readonly apiKeyId: string;
  /** Number of calling keys; the middle one is queried. */
  readonly keys: number;
  /** Milliseconds since 1970; the history ends with the day before. */
  readonly today: number;
  readonly note: (text: string) => void;
}

/**
 * Fills the tables of usage with rows by the minute (ten million of a hundred keys) and their sums
 * by the hour and day, in the order in which a service writes them: minute by minute, all keys side
 * by side. A day is one statement.
 */
export async function loadUsage(
  store: BenchDatabase,
  { apiKeyId, keys, today, note }: UsageLoad,
): Promise<UsageHistory> {
  const to = Math.floor(today / dayMs) * dayMs;
  const from = to - days * dayMs;
  let rows = 0;
  for (let day = from; day < to; day += dayMs) {
    const started = performance.now();
    await store.query('select prepare_usage(to_timestamp($1::float8 / 1000))', [day]);
    await store.query(loadStatement(keys), [
      new Date(day),
      apiKeyId,
      calls.map((call) => call.endpoint),
      calls.map((call) => call.statusCode),
      calls.map((call) => call.errorCode),
    ]);
    rows += keys * minutesOfDay * calls.length;
    note(
      `usage: ${rows.toLocaleString('en')} rows by the minute, the last day in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
  }
  // The server does this by itself a minute later.
  for (const table of ['usage_minutes', 'usage_hours', 'usage_days'])
    await store.query(`vacuum (analyze) ${table}`);
  return { rows, from, to, days, keys, rowsOfBucket: calls.length };
}

/** Counts differ from row to row, so that a wrong sum shows. */
const loadStatement = (keys: number): string => `
with minutes as (
  insert into usage_minutes (api_key_id, bucket, endpoint, status_code, error_code, count)
    select case key when ${String(Math.ceil(keys / 2))} then $2::text else 'key_' || lpad(to_hex(key), 16, '0') end,
        $1::timestamptz + minute * interval '1 minute', endpoint, status_code, error_code, 1 + (key + minute + status_code) % 97
      from generate_series(0, ${String(minutesOfDay - 1)}) as minute, generate_series(1, ${String(keys)}) as key,
        unnest($3::text[], $4::integer[], $5::text[]) as call (endpoint, status_code, error_code)
    returning api_key_id, bucket, endpoint, status_code, error_code, count
), hours as (
  insert into usage_hours (api_key_id, bucket, endpoint, status_code, error_code, count)
    select api_key_id, date_trunc('hour', bucket, 'UTC'), endpoint, status_code, error_code, sum(count) from minutes group by 1, 2, 3, 4, 5
    returning api_key_id, bucket, endpoint, status_code, error_code, count
)
insert into usage_days (api_key_id, bucket, endpoint, status_code, error_code, count)
  select api_key_id, date_trunc('day', bucket, 'UTC'), endpoint, status_code, error_code, sum(count) from hours group by 1, 2, 3, 4, 5`;
