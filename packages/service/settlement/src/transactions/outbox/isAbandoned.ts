import type { OutboxRow } from './readOutbox.js';

/**
 * Whether a fill must not land any more: its failure was taken back by a reorg after the refund of
 * its deposit had been decided.
 */
export function isAbandoned({
  purpose,
  obligation,
}: Pick<OutboxRow, 'purpose' | 'obligation'>): boolean {
  return purpose === 'fill' && obligation?.kind === 'payout' && obligation.pays === 'refund';
}
