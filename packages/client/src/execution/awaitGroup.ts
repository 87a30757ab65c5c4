import { assert, isPortageError, PortageError } from '@portage/core/errors';
import { sleep, type Submission } from '@portage/core/executor';
import { createDeadline } from '@portage/core/http';
import { outcomeOf, type Outcome } from '../readStatus.js';
import { watchStatus } from '../status/watchStatus.js';
import { raceSignal } from '../transport/raceSignal.js';
import { paidNothing } from './decideResume.js';
import { recordState, submissionOf, type Execution, type ItemGroup } from './execution.js';
import { notifyService, taskContext } from './notifyService.js';

/** Polls between two looks for a transaction that the service has not seen in time. */
const lookRounds = 5;
/** Looks in a row that must not find it: one endpoint of several may lag. */
const looksMin = 2;

/**
 * Awaits the end of what was submitted. The chain and the service are asked side by side, because a
 * fill may be reported before the wallet's endpoint shows the deposit. The service's word ends the
 * item. The chain's word that a transaction paid nothing ends it only where the service has seen no
 * payment either: the wallet may have paid with another transaction. An endpoint that fails says
 * nothing about the transaction, and neither does the wallet. A transaction that is not what was
 * verified ends the item at once.
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
            [endUnpaid(execution, confirmed), endLost(execution, group)],
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

/** Outcome of all statuses, or the first error that ends the group before. */
function firstOutcome(
  ends: readonly Promise<void>[],
  statuses: readonly Promise<Outcome>[],
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    for (const end of ends) end.catch(reject);
    Promise.all(statuses).then((outcomes) => {
      resolve(outcomes.find((outcome) => outcome !== 'success') ?? 'success');
    }, reject);
  });
}

/**
 * Throws what the chain says of a transaction that paid nothing, where nothing else has paid. That
 * it is another one than was verified is thrown at once.
 */
async function endUnpaid(execution: Execution, confirmed: Promise<void>): Promise<void> {
  try {
    await confirmed;
  } catch (error) {
    if (isPortageError(error, 'TRANSACTION_ALTERED')) throw error;
    if (!isPortageError(error) || !paidNothing.has(error.code)) return;
    // Where the service cannot be asked either, the watch goes on: the payment is not ruled out.
    const isPaid = await execution.isPaid().catch(() => true);
    if (!isPaid) throw error;
  }
}

/**
 * Ends the wait for a transaction that never arrived: the time of the request is over, the service
 * has seen no payment, and no endpoint knows the transaction.
 *
 * @throws PortageError `TRANSACTION_EXPIRED`
 */
async function endLost(execution: Execution, group: ItemGroup): Promise<void> {
  const { client, signal, store } = execution;
  const { task } = group;
  if (task?.isKnown === undefined) return;
  for (let unknown = 0; !signal.aborted;) {
    await sleep(client.pollMs * lookRounds, signal).catch(() => undefined);
    const submission = submissionOf(execution, group);
    if (submission?.type !== 'transaction' || store.read().status?.status !== 'expired') continue;
    // An endpoint that fails says nothing.
    const known = await task.isKnown(submission, taskContext(execution, group)).catch(() => true);
    unknown = known ? 0 : unknown + 1;
    if (unknown < looksMin) continue;
    throw new PortageError('TRANSACTION_EXPIRED', {
      message:
        'The transaction never arrived: the time of the request is over, and no endpoint of the chain knows it.',
      hint: 'Ask for a new quote and pay that one.',
      context: { txId: submission.txId },
    });
  }
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
