import { assert, isPortageError, type Submission } from '@portage/core';
import { outcomeOf, type Outcome } from '../readStatus.js';
import { watchStatus } from '../status/watchStatus.js';
import { createDeadline } from '../transport/deadline.js';
import { raceSignal } from '../transport/raceSignal.js';
import { mark, taskContext } from './groupEvents.js';
import { undone } from './decideResume.js';
import type { Group, Run } from './execution.js';

/**
 * Follows what was submitted to its end. The chain and the service are asked side by side, because
 * a fill may be reported before the wallet's endpoint shows the deposit. The service's word ends
 * the item; of the chain's only a revert does, since an endpoint that fails says nothing about the
 * transaction.
 */
export async function followGroup(
  outer: Run,
  group: Group,
  submission: Submission | undefined,
): Promise<Outcome> {
  const scope = createDeadline(Infinity, outer.signal);
  const run: Run = { ...outer, signal: scope.signal };
  const endpoints = [
    ...new Set(
      group.places.flatMap(({ data }) => (data.check === undefined ? [] : [data.check.endpoint])),
    ),
  ];
  try {
    const confirmed = confirm(run, group, submission);
    if (endpoints.length === 0) await confirmed;
    const outcome =
      endpoints.length === 0
        ? 'success'
        : await firstWord(
            confirmed,
            endpoints.map((endpoint) => check(run, endpoint)),
          );
    if (outcome === 'success') mark(outer, group, 'complete');
    else failItems(outer, group, outcome);
    return outcome;
  } finally {
    scope.dispose();
  }
}

/** Waits until the transaction is part of its chain, where the task knows how. */
async function confirm(run: Run, group: Group, submission: Submission | undefined): Promise<void> {
  const waits =
    submission?.type === 'transaction'
      ? group.task?.confirm?.(submission, confirming(run, group))
      : undefined;
  if (waits !== undefined) await raceSignal(waits, run.signal);
  mark(run, group, 'checking');
}

function confirming(run: Run, group: Group): ReturnType<typeof taskContext> {
  mark(run, group, 'confirming');
  return taskContext(run, group);
}

/** The outcome of all checks, or the fault of the chain if that comes first. */
function firstWord(
  confirmed: Promise<void>,
  checks: readonly Promise<Outcome>[],
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    confirmed.catch((error: unknown) => {
      if (isPortageError(error) && undone.has(error.code)) reject(error);
    });
    Promise.all(checks).then((outcomes) => {
      resolve(outcomes.find((outcome) => outcome !== 'success') ?? 'success');
    }, reject);
  });
}

async function check(run: Run, endpoint: string): Promise<Outcome> {
  const { client, signal, store } = run;
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

function failItems(run: Run, group: Group, outcome: Exclude<Outcome, 'success'>): void {
  const error =
    outcome === 'refund'
      ? { code: 'REQUEST_REFUNDED' as const, message: 'The request was refunded.' }
      : { code: 'REQUEST_FAILED' as const, message: 'The request ended in failure.' };
  for (const { step, item } of group.places)
    run.store.dispatch({ type: 'item-failed', step, item, error });
}
