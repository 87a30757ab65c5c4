import type { Queryable } from '../transaction/runTransaction.js';

/** Time of the server as it was set on its connection. */
const timeText = `to_timestamp(current_setting('simulation.now')::float8 / 1000)`;

/** Columns whose default is the time of the server. */
const defaultsText = `
select c.relname as "table", a.attname as "column"
  from pg_attrdef d join pg_class c on c.oid = d.adrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum
  where pg_get_expr(d.adbin, d.adrelid) in ('now()', 'clock_timestamp()')
  order by 1, 2`;

/** Tables, which the server would otherwise clean whenever it finds the time. */
const tablesText = `select relname as "table" from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`;

/**
 * Lets a database take its time from its connection, for statements, functions and defaults of
 * columns, and do nothing by itself. The session must be the only one.
 */
export async function useVirtualTime(database: Queryable): Promise<void> {
  await database.query('create schema if not exists simulation');
  for (const name of ['now', 'clock_timestamp'])
    await database.query(
      `create or replace function simulation.${name}() returns timestamptz language sql stable as $$ select ${timeText} $$`,
    );
  const defaults = await database.query<{ table: string; column: string }>(defaultsText);
  for (const { table, column } of defaults)
    await database.query(
      `alter table "${table}" alter column "${column}" set default simulation.clock_timestamp()`,
    );
  for (const { table } of await database.query<{ table: string }>(tablesText))
    await database.query(`alter table "${table}" set (autovacuum_enabled = false)`);
  // Of functions with one name, that of the first schema is taken.
  await database.query('set search_path = public, simulation, pg_catalog');
  // No machine dies here: what was acknowledged is there.
  await database.query('set synchronous_commit = off');
}
