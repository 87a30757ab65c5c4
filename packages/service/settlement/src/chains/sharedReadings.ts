import type { Queryable, Statement } from '@portage/database';

/** Readings of a chain as a worker shared them. */
export interface StoredReading {
  readonly chainId: number;
  readonly text: string;
  /** Milliseconds since they were shared, by the database's clock. */
  readonly ageMs: number;
}

/** Readings to share. */
export interface NewReading extends Omit<StoredReading, 'ageMs'> {
  /** Milliseconds within which what another worker shared stays. */
  readonly everyMs: number;
}

/**
 * Workers that share the same chain take turns: what somebody else shared a moment ago stays.
 */
const shareStatement: Statement = {
  name: 'readings_share',
  text: `
insert into chain_readings as r (chain_id, reading, shared_at) values ($1, $2, clock_timestamp())
  on conflict (chain_id) do update set reading = excluded.reading, shared_at = excluded.shared_at
    where r.shared_at < clock_timestamp() - $3::bigint * interval '1 millisecond'`,
};

const readStatement: Statement = {
  name: 'readings_read',
  text: `
select chain_id, reading, greatest(0, extract(epoch from clock_timestamp() - shared_at) * 1000)::float8 as age_ms from chain_readings`,
};

/** Shares readings of a chain, unless somebody did less than `everyMs` ago. */
export async function shareReading(
  database: Queryable,
  { chainId, text, everyMs }: NewReading,
): Promise<void> {
  await database.query(shareStatement, [chainId, text, everyMs]);
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
