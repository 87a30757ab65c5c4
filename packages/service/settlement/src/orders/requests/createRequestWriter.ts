import type { Database } from '@portage/database';
import { keepCurrencies } from './currencies.js';
import { insertQuotes } from './insertQuotes.js';
import { insertRequests } from './insertRequests.js';
import type { NewRequest } from './newRequest.js';

const dayMs = 86_400_000;

/**
 * Makes the writer of quotes outside of other transactions: all or none. Before the first quote of
 * a day it makes the partitions of that day and the next; of the currencies that quotes name those
 * come before that this writer has not written yet. It remembers as many as days pass and chains
 * list. A quote with an address of its own becomes a request at once: money may come to the address
 * long after.
 */
export function createRequestWriter(
  database: Pick<Database, 'query' | 'transaction'>,
): (requests: readonly NewRequest[]) => Promise<void> {
  const kept = new Set<string>();
  const prepared = new Set<number>();

  async function keepMissing(requests: readonly NewRequest[]): Promise<void> {
    const missing = requests.flatMap(({ currencies = [] }) =>
      currencies.filter(({ id }) => !kept.has(id)),
    );
    if (missing.length === 0) return;
    await keepCurrencies(database, missing);
    for (const { id } of missing) kept.add(id);
  }

  async function prepareDays(quotes: readonly NewRequest[]): Promise<void> {
    const days = new Set(quotes.map(({ createdAt }) => Math.floor(createdAt / dayMs)));
    for (const day of days) {
      if (prepared.has(day)) continue;
      await database.query('select prepare_quotes(to_timestamp($1::float8 / 1000))', [day * dayMs]);
      prepared.add(day);
    }
  }

  return async (requests) => {
    await keepMissing(requests);
    const quotes = requests.filter(({ depositAddress }) => depositAddress === undefined);
    await prepareDays(quotes);
    if (quotes.length === requests.length) return insertQuotes(database, quotes);
    const begun = requests.filter(({ depositAddress }) => depositAddress !== undefined);
    if (quotes.length === 0) return insertRequests(database, begun);
    await database.transaction(async (tx) => {
      await insertQuotes(tx, quotes);
      await insertRequests(tx, begun);
    });
  };
}
