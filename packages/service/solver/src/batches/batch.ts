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

/** What a transaction is for, as the outbox names it. */
export type Purpose = StoredTransaction['purpose'];

/** Failpoints of what a batch does, each kind with its prefix. */
export function failpoints(
  context: Pick<ChainContext, 'failpoint'>,
  name: string,
  purposes: readonly (Purpose | 'cancel')[],
): void {
  if (purposes.includes('fill')) context.failpoint?.(name);
  for (const purpose of ['refund', 'relay', 'collection', 'transfer', 'claim', 'cancel'] as const)
    if (purposes.includes(purpose)) context.failpoint?.(`${purpose}-${name}`);
}
