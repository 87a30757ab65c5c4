import type { TestSettlement } from '@portage/settlement/testing';

/**
 * Copies every table; the returned function puts all of them back as they were, as an operator does
 * who restores a backup. Call either while no process runs.
 */
export async function backUp(settlement: TestSettlement): Promise<() => Promise<void>> {
  const rows = await settlement.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`,
  );
  const tables = rows.map(({ name }) => name);
  await settlement.query('create schema backup');
  for (const table of tables)
    await settlement.query(`create table backup.${table} as table public.${table}`);
  return () =>
    settlement.transaction(async (tx) => {
      // Constraints and triggers hold of the copy already, in whatever order tables come back.
      await tx.query('set local session_replication_role = replica');
      await tx.query(`truncate ${tables.map((table) => `public.${table}`).join(', ')}`);
      for (const table of tables)
        await tx.query(
          `insert into public.${table} overriding system value select * from backup.${table}`,
        );
    });
}
