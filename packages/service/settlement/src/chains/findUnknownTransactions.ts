import type { RereadPlace } from '@portage/core/plugin';
import { int4Array, textArray, type Queryable, type Statement } from '@portage/database';

const eventTables = ['deposits', 'fills', 'releases', 'reclaims', 'swaps'] as const;

const unknownStatement: Statement = {
  name: 'chains_unknown_transactions',
  text: `
select distinct t.tx_id from unnest($2::text[], $3::int[]) as t (tx_id, ordinal)
  where not exists (select 1 from unconfirmed_events e where e.chain_id = $1 and e.tx_id = t.tx_id and (t.ordinal is null or e.ordinal = t.ordinal))
${eventTables
  .map(
    (table) =>
      `    and not exists (select 1 from ${table} e where e.chain_id = $1 and e.tx_id = t.tx_id and (t.ordinal is null or e.ordinal = t.ordinal) and e.state <> 'reorged')`,
  )
  .join('\n')}`,
};

/** Transactions with an event that nothing in the database tells of. */
export async function findUnknownTransactions(
  database: Queryable,
  chainId: number,
  places: readonly RereadPlace[],
): Promise<readonly string[]> {
  if (places.length === 0) return [];
  const rows = await database.query<{ tx_id: string }>(unknownStatement, [
    chainId,
    textArray(places.map(({ txId }) => txId)),
    int4Array(places.map(({ ordinal }) => ordinal)),
  ]);
  return rows.map((row) => row.tx_id);
}
