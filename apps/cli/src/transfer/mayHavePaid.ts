import type { Progress } from '@portage/sdk';

/**
 * Whether a stopped execution may have paid: an item that pays was handed to the wallet, or the
 * service has seen something. Approvals pay nothing.
 */
export function mayHavePaid({ steps, status }: Progress): boolean {
  if (steps.length === 0 || (status !== undefined && status.status !== 'waiting')) return true;
  return steps
    .filter(({ id }) => id !== 'approve')
    .flatMap(({ items }) => items)
    .some((item) =>
      item.state === 'failed' ? item.submission !== undefined : item.state !== 'waiting',
    );
}
