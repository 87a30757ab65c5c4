import { eventually } from '@portage/testing';
import type { System } from '../src/startSystem.js';

/** Waits until every settlement has ended, and no job is left that pays or quotes again. */
export async function everythingPaid({ service }: Pick<System, 'service'>): Promise<void> {
  await eventually(
    () =>
      service.database.query(
        `select 1 from settlements where settled_at is null union all select 1 from jobs where kind in ('fill', 'refund', 'relay', 'requote')`,
      ),
    (open) => open.length === 0,
    { what: 'everything is paid' },
  );
}
