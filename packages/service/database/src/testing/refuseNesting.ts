import { AsyncLocalStorage } from 'node:async_hooks';
import type { Database } from '../openDatabase.js';

/**
 * A database whose pool refuses what is asked within a transaction. Once each connection holds a
 * transaction that waits for another connection, nothing ever ends; tests, whose pools have
 * connections to spare, would not notice.
 */
export function refuseNesting(database: Database): Database {
  const surrounding = new AsyncLocalStorage<{ isOpen: boolean }>();
  const refuse = (): void => {
    if (surrounding.getStore()?.isOpen === true)
      throw new Error('A transaction asks the pool for a second connection.');
  };
  return {
    ...database,
    query: async (statement, values) => {
      refuse();
      return database.query(statement, values);
    },
    transaction: async (work) => {
      refuse();
      return database.transaction(async (tx) => {
        const own = { isOpen: true };
        try {
          return await surrounding.run(own, () => work(tx));
        } finally {
          own.isOpen = false;
        }
      });
    },
  };
}
