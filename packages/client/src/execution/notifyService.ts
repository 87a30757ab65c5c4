import type { Submission, TaskContext } from '@portage/core/executor';
import { submissionOf, type Execution, type ItemGroup } from './execution.js';

/**
 * Tells the service about a transaction that it waits for, so that it looks at once. The answer is
 * not awaited, and an error has no consequence: the service watches its chains anyway.
 *
 * @see docs/spec/requests.md#transactions-index
 */
export function notifyService(
  execution: Execution,
  group: ItemGroup,
  submission: Submission,
): void {
  if (
    submission.type !== 'transaction' ||
    group.items.every(({ data }) => data.check === undefined)
  )
    return;
  const { client, requestId, signal } = execution;
  const body = {
    chainId: String(submission.chainId),
    txHash: submission.txId,
    requestId,
    ...(client.source === undefined ? {} : { referrer: client.source }),
  };
  client.call('transactionsIndex', { body, signal }).catch(() => undefined);
}

/** Context of a task. The service is notified of transactions that replace others. */
export function taskContext(execution: Execution, group: ItemGroup): TaskContext {
  return {
    signal: execution.signal,
    now: execution.client.now,
    onReplaced: (txId) => {
      for (const { step, item } of group.items)
        execution.store.dispatch({ type: 'replaced', step, item, txId });
      const submission = submissionOf(execution, group);
      if (submission !== undefined) notifyService(execution, group, submission);
    },
    onCompared: (comparison) => {
      for (const { step, item } of group.items)
        execution.store.dispatch({ type: 'compared', step, item, comparison });
    },
  };
}
