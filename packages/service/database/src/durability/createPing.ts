import type { Queryable } from '../transaction/runTransaction.js';
import { withinSeconds } from './withinSeconds.js';

/** Seconds that a write has to become durable before the database counts as down. */
const pingSeconds = 2;

/**
 * Makes the test of a database: a durable write, which waits for whatever every commit waits for.
 * One that is stalled is waited for by all that ask, so that it holds one connection.
 */
export function createPing(database: Queryable): () => Promise<void> {
  let writing: Promise<unknown> | undefined;
  return async () => {
    // A message in the write-ahead log that nobody reads.
    writing ??= database
      .query(`select pg_logical_emit_message(true, 'portage', 'ping')`)
      .finally(() => {
        writing = undefined;
      });
    await withinSeconds(writing, pingSeconds);
  };
}
