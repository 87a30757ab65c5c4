import type { Queryable } from '@portage/database';

/**
 * Advances the restore detector of a worker and answers with its number. It only grows while the
 * database keeps what it has acknowledged: one that was put back to an older state answers with a
 * smaller one. Those of workers that are gone are deleted after a day.
 */
export async function advanceRestoreDetector(database: Queryable, worker: string): Promise<number> {
  const [row] = await database.query<{ number: number }>(
    {
      name: 'restore_detector_advance',
      text: `
with old as (delete from restore_detectors where advanced_at < now() - interval '1 day' and worker <> $1)
insert into restore_detectors as m (worker, number) values ($1, 1)
  on conflict (worker) do update set number = m.number + 1, advanced_at = now() returning number`,
    },
    [worker],
  );
  return row?.number ?? 0;
}
