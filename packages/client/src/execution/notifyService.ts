import type { Submission } from '@portage/core';
import type { Group, Run } from './execution.js';

/**
 * Tells the service of a transaction that it waits for, so that it looks at once. Not waited for,
 * and a fault is of no consequence: the service watches its chains anyway.
 *
 * @see SPEC, "POST /transactions/index"
 */
export function notifyService(run: Run, group: Group, submission: Submission): void {
  if (
    submission.type !== 'transaction' ||
    group.places.every(({ data }) => data.check === undefined)
  )
    return;
  const { client, requestId, signal } = run;
  const body = {
    chainId: String(submission.chainId),
    txHash: submission.txId,
    requestId,
    ...(client.source === undefined ? {} : { referrer: client.source }),
  };
  client.call('transactionsIndex', { body, signal }).catch(() => undefined);
}
