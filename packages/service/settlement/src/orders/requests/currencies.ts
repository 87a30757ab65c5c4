import { createHash } from 'node:crypto';
import type { Queryable, Statement } from '@portage/database';

/** A currency as quotes showed it. */
export interface KeptCurrency {
  /** {@link currencyId} of the content. */
  readonly id: string;
  /** JSON text of a wire `Currency`. */
  readonly content: string;
}

/** The id of a text: the first 16 bytes of its SHA-256 as hex. The table refuses any other. */
export function currencyId(content: string): string {
  return createHash('sha256').update(content).digest('hex').slice(0, 32);
}

// Rows are written in one order, so that two who write the same ones wait for each other at most
// once.
const keepStatement: Statement = {
  name: 'currencies_keep',
  text: 'insert into currencies (id, content) select id, content from unnest($1::text[], $2::text[]) as t (id, content) order by id on conflict (id) do nothing',
};

/** Keeps currencies for ever, each once; those that are there stay as they are. */
export async function keepCurrencies(
  database: Queryable,
  currencies: readonly KeptCurrency[],
): Promise<void> {
  const unique = new Map(currencies.map(({ id, content }) => [id, content]));
  if (unique.size > 0)
    await database.query(keepStatement, [[...unique.keys()], [...unique.values()]]);
}

const findStatement: Statement = {
  name: 'currencies_find',
  text: `select content from currencies where (content::json ->> 'chainId')::bigint = $1 and content::json ->> 'address' = $2 limit 1`,
};

/** Parsed content of a currency as some quote showed it; undefined where none did. */
export async function findCurrency(
  database: Queryable,
  chainId: number,
  address: string,
): Promise<unknown> {
  const [row] = await database.query<{ content: string }>(findStatement, [chainId, address]);
  return row === undefined ? undefined : JSON.parse(row.content);
}

const readStatement: Statement = {
  name: 'currencies_read',
  text: 'select id, content from currencies where id = any($1::text[])',
};

/** Parsed contents of the currencies that exist among `ids`. */
export async function readCurrencies(
  database: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  if (ids.length === 0) return new Map();
  const rows = await database.query<{ id: string; content: string }>(readStatement, [
    [...new Set(ids)],
  ]);
  return new Map(rows.map(({ id, content }) => [id, JSON.parse(content)]));
}
