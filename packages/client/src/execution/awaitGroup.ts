import { assert, isPortageError } from '@portage/core/errors';
import type { Submission } from '@portage/core/executor';
import { outcomeOf, type Outcome } from '../readStatus.js';
import { watchStatus } from '../status/watchStatus.js';
import { createDeadline } from '../transport/deadline.js';
import { raceSignal } from '../transport/raceSignal.js';
import { paidNothing } from './decideResume.js';
import { recordState, type Execution, type ItemGroup } from './execution.js';
import { notifyService, taskContext } from './notifyService.js';

/**
 * Awaits the end of what was submitted. The chain and the service are asked side by side, because a
 * fill may be reported before the wallet's endpoint shows the deposit. The service's word ends the
 * item. Of the chain's words only a revert does: an endpoint that fails says nothing about the
 * transaction.
 */
export async function awaitGroup(
  outer: Execution,
  group: ItemGroup,
  submission: Submission | undefined,
): Promise<Outcome> {
  const scope = createDeadline(Infinity, outer.signal);
  const execution: Execution = { ...outer, signal: scope.signal };
  const endpoints = [
    ...new Set(
      group.items.flatMap(({ data }) => (data.check === undefined ? [] : [data.check.endpoint])),
    ),
  ];
  try {
    const confirmed = confirm(execution, group, submission);
    if (endpoints.length === 0) await confirmed;
    const outcome =
      endpoints.length === 0
        ? 'success'
        : await firstOutcome(
            confirmed,
            endpoints.map((endpoint) => awaitStatus(execution, endpoint)),
          );
    if (outcome === 'success') recordState(outer, group, 'complete');
    else failItems(outer, group, outcome);
    return outcome;
  } finally {
    scope.dispose();
  }
}

/** Waits until the transaction is part of its chain, if the task can tell. */
async function confirm(
  execution: Execution,
  group: ItemGroup,
  submission: Submission | undefined,
): Promise<void> {
  const { task } = group;
  if (submission?.type === 'transaction' && task?.confirm !== undefined) {
    recordState(execution, group, 'confirming');
    await raceSignal(task.confirm(submission, taskContext(execution, group)), execution.signal);
    // No log tells the service of a plain transfer, which it may have looked for too early.
    if (group.items[0].of.id === 'send') notifyService(execution, group, submission);
  }
  recordState(execution, group, 'checking');
}

/** Outcome of all statuses, or the error of the chain if that comes first. */
function firstOutcome(
  confirmed: Promise<void>,
  statuses: readonly Promise<Outcome>[],
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    confirmed.catch((error: unknown) => {
      if (isPortageError(error) && paidNothing.has(error.code)) reject(error);
    });
    Promise.all(statuses).then((outcomes) => {
      resolve(outcomes.find((outcome) => outcome !== 'success') ?? 'success');
    }, reject);
  });
}

async function awaitStatus(execution: Execution, endpoint: string): Promise<Outcome> {
  const { client, signal, store } = execution;
  let outcome: Outcome | undefined;
  for await (const status of watchStatus(client, endpoint, {
    signal,
    pollMs: client.pollMs,
    random: client.random,
  })) {
    store.dispatch({ type: 'status', status });
    outcome = outcomeOf(status.status);
  }
  assert(outcome !== undefined, 'a watch ends with a status that ends the request');
  return outcome;
}

function failItems(
  { store }: Execution,
  group: ItemGroup,
  outcome: Exclude<Outcome, 'success'>,
): void {
  const error =
    outcome === 'refund'
      ? { code: 'REQUEST_REFUNDED' as const, message: 'The request was refunded.' }
      : { code: 'REQUEST_FAILED' as const, message: 'The request ended in failure.' };
  for (const { step, item } of group.items)
    store.dispatch({ type: 'item-failed', step, item, error });
}
