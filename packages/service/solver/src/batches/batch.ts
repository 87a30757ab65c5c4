import type { StoredTransaction } from '@portage/settlement';
import type { ChainContext } from '../context.js';

/** Result of one batch. */
export interface Batch {
  /** Jobs that were taken; 0 when nothing was due. */
  readonly taken: number;
  readonly stored: readonly StoredTransaction[];
}

/** Nothing was due. */
export const nothingDue: Batch = { taken: 0, stored: [] };

/** Purpose of a transaction, by its name in the outbox. */
export type Purpose = StoredTransaction['purpose'];

/** Failpoints of what a batch does: a fill's have no prefix, the others' their purpose. */
export function failpoints(
  context: Pick<ChainContext, 'failpoint'>,
  name: string,
  purposes: readonly (Purpose | 'cancel')[],
): void {
  for (const purpose of new Set(purposes))
    context.failpoint?.(purpose === 'fill' ? name : `${purpose}-${name}`);
}
