import type { Queryable } from '@portage/database';
import { keepCurrencies } from './currencies.js';
import { insertRequests } from './insertRequests.js';
import type { NewRequest } from './newRequest.js';

/**
 * Makes the writer of requests outside of other transactions: in one statement, all or none. Of the
 * currencies that they name those come before that this writer has not written yet; it remembers as
 * many as chains list.
 */
export function createRequestWriter(
  database: Queryable,
): (requests: readonly NewRequest[]) => Promise<void> {
  const kept = new Set<string>();
  return async (requests) => {
    const missing = requests.flatMap(({ currencies = [] }) =>
      currencies.filter(({ id }) => !kept.has(id)),
    );
    if (missing.length > 0) {
      await keepCurrencies(database, missing);
      for (const { id } of missing) kept.add(id);
    }
    await insertRequests(database, requests);
  };
}
