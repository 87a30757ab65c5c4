import type { Queryable } from '@portage/database';

/**
 * Counts up the mark of a worker and answers with it. It only grows while the database keeps what
 * it has acknowledged: one that was put back to an older state answers with a smaller one. Marks of
 * workers that are gone are deleted after a day.
 */
export async function markDatabase(database: Queryable, worker: string): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    {
      name: 'breakers_mark',
      text: `
with old as (delete from database_marks where marked_at < now() - interval '1 day' and worker <> $1)
insert into database_marks as m (worker, number) values ($1, 1)
  on conflict (worker) do update set number = m.number + 1, marked_at = now() returning number`,
    },
    [worker],
  );
  return row?.number ?? 0;
}
