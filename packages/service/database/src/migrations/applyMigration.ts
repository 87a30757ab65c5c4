import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../pool/translateError.js';
import type { Queryable } from '../transaction/runTransaction.js';

/** Milliseconds that a migration waits for a lock: later statements wait behind it. */
const lockMsMax = 1_000;
/** Milliseconds between two attempts to get a lock, in which the others work. */
const retryMs = 1_000;
const attemptsMax = 120;

/** Migration as it is applied and remembered. */
export interface Migration {
  readonly package: string;
  readonly name: string;
  readonly text: string;
  readonly checksum: string;
}

/** Whether a migration is one statement that runs outside of any transaction. */
export function isConcurrent({ name }: Pick<Migration, 'name'>): boolean {
  return name.endsWith('_concurrently.sql');
}

/**
 * Applies a migration and remembers it. One in a transaction waits a second for its locks, lets the
 * others work, and tries again; an index that is built concurrently locks nobody out, and one that
 * a broken attempt left behind is dropped first.
 *
 * @throws what the server says; a lock that was not free for two minutes has the code 55P03
 */
export async function applyMigration(database: Queryable, migration: Migration): Promise<void> {
  if (isConcurrent(migration)) {
    await dropBroken(database, migration);
    await database.query(migration.text);
    await remember(database, migration);
    return;
  }
  for (let attempt = 1; ; attempt += 1) {
    try {
      await database.query('begin');
      await database.query(`set local lock_timeout = ${String(lockMsMax)}`);
      await database.query(migration.text);
      await remember(database, migration);
      await database.query('commit');
      return;
    } catch (error) {
      if (codeOf(error) !== '55P03' || attempt === attemptsMax) throw error;
      await database.query('rollback');
      await sleep(retryMs);
    }
  }
}

async function remember(database: Queryable, migration: Migration): Promise<void> {
  await database.query(
    'insert into schema_migrations (package, name, checksum) values ($1, $2, $3)',
    [migration.package, migration.name, migration.checksum],
  );
}

/** Drops the index of a migration where an attempt that broke left one that is not valid. */
async function dropBroken(database: Queryable, { text }: Migration): Promise<void> {
  const name = /create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?(\w+)/i.exec(
    text,
  )?.[1];
  if (name === undefined) return;
  const broken = await database.query(
    'select 1 from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [name],
  );
  if (broken.length > 0) await database.query(`drop index concurrently if exists ${name}`);
}
