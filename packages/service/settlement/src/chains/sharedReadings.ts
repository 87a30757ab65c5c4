import { int8Array, textArray, type Queryable, type Statement } from '@portage/database';

/** Readings of a chain as a worker shared them. */
export interface StoredReading {
  readonly chainId: number;
  readonly text: string;
  /** Milliseconds since they were shared, by the database's clock. */
  readonly ageMs: number;
}

/** Readings of a chain to share. */
export type NewReading = Omit<StoredReading, 'ageMs'>;

/**
 * Workers that share the same chain take turns: what another one shared a moment ago stays. Rows
 * are locked in one order, so that two workers never wait for each other.
 */
const shareStatement: Statement = {
  name: 'readings_share',
  text: `
insert into chain_readings as r (chain_id, reading, shared_at)
  select chain_id, reading, clock_timestamp() from unnest($1::bigint[], $2::text[]) as t (chain_id, reading) order by chain_id
  on conflict (chain_id) do update set reading = excluded.reading, shared_at = excluded.shared_at
    where r.shared_at < clock_timestamp() - $3::bigint * interval '1 millisecond'`,
};

const readStatement: Statement = {
  name: 'readings_read',
  text: `
select chain_id, reading, greatest(0, extract(epoch from clock_timestamp() - shared_at) * 1000)::float8 as age_ms from chain_readings`,
};

/**
 * Shares readings of chains, in one statement; not those of a chain whose reading was shared less
 * than `everyMs` ago.
 */
export async function writeShared(
  database: Queryable,
  readings: readonly NewReading[],
  everyMs: number,
): Promise<void> {
  if (readings.length === 0) return;
  await database.query(shareStatement, [
    int8Array(readings.map(({ chainId }) => chainId)),
    textArray(readings.map(({ text }) => text)),
    everyMs,
  ]);
}

/** The readings of all chains that were ever shared. */
export async function readShared(database: Queryable): Promise<readonly StoredReading[]> {
  const rows = await database.query<{ chain_id: number; reading: string; age_ms: number }>(
    readStatement,
    [],
  );
  return rows.map(({ chain_id: chainId, reading: text, age_ms: ageMs }) => ({
    chainId,
    text,
    ageMs,
  }));
}
