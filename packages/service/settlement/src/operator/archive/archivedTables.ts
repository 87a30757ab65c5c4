import type { Queryable } from '@portage/database';

/** A table of which an archive takes the rows of an order. */
interface ArchivedTable {
  readonly name: string;
  /** Which rows `t` are those of the order `r`, as SQL. */
  readonly of: string;
}

const byOrder = 't.order_id = r.order_id';

/** All that is kept of an order beside its entries of the ledger. */
const archivedTables: readonly ArchivedTable[] = [
  { name: 'requests', of: byOrder },
  { name: 'request_states', of: byOrder },
  { name: 'ended_requests', of: byOrder },
  { name: 'permit_signatures', of: byOrder },
  { name: 'deposits', of: byOrder },
  { name: 'fills', of: byOrder },
  { name: 'releases', of: byOrder },
  { name: 'swaps', of: 't.swap_id = r.order_id' },
  { name: 'settlements', of: byOrder },
  { name: 'settlement_changes', of: byOrder },
  { name: 'outbox', of: byOrder },
  {
    name: 'marker_proofs',
    of: `exists (select from outbox o where o.order_id = r.order_id and o.chain_id = t.chain_id and o.tx_id = t.tx_id and o.sequence = t.sequence)`,
  },
  { name: 'fast_fills', of: byOrder },
];

/** A column as it stands in a file: integers beyond 2^53 are text, and so are bytes. */
function shown(name: string, type: string): string {
  const column = `t."${name}"`;
  if (type === 'amount' || type === 'numeric') return `${column}::text as "${name}"`;
  if (type === 'hash' || type === 'bytea') return `'0x' || encode(${column}, 'hex') as "${name}"`;
  return column;
}

/**
 * Rows of the order `r` as one JSON object by table, as SQL; null where a table has none.
 * Its columns are those of the database, so that none is forgotten.
 */
export async function readTablesText(database: Queryable): Promise<string> {
  const columns = await database.query<{ table: string; name: string; type: string }>(
    `select c.relname as table, a.attname as name, t.typname as type
       from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_type t on t.oid = a.atttypid
       where c.oid = any($1::regclass[]) and a.attnum > 0 and not a.attisdropped
       order by c.relname, a.attnum`,
    [archivedTables.map(({ name }) => name)],
  );
  const parts = archivedTables.map(({ name, of }) => {
    const list = columns
      .filter(({ table }) => table === name)
      .map((column) => shown(column.name, column.type))
      .join(', ');
    return `'${name}', (select json_agg(row_to_json(x) order by row_to_json(x)::text) from (select ${list} from ${name} t where ${of}) x)`;
  });
  return `json_build_object(${parts.join(', ')})`;
}
