import { isPortageError } from '@portage/core/errors';
import type { Task } from '@portage/core/executor';
import { createDeadline } from '@portage/core/http';
import { progressError } from '../progress/progressError.js';
import type { Outcome } from '../readStatus.js';
import { raceSignal } from '../transport/raceSignal.js';
import { awaitGroup } from './awaitGroup.js';
import { checkPayable } from './checkPayable.js';
import { decideResume } from './decideResume.js';
import {
  allSteps,
  itemProgress,
  openItems,
  recordState,
  submissionOf,
  type Execution,
  type ItemGroup,
  type ItemRef,
} from './execution.js';
import { taskContext } from './notifyService.js';
import { postSignature } from './postSignature.js';
import { submitGroup } from './submitGroup.js';

/** Most steps of one execution, so that a service cannot append for ever. */
const stepsMax = 64;

/**
 * Performs the steps of an execution in order, the items of a step simultaneously, and answers how
 * the request ended.
 */
export async function runSteps(execution: Execution): Promise<Outcome> {
  for (let index = 0; index < allSteps(execution).length && index < stepsMax; index += 1) {
    await skipDone(execution, index);
    const batch = await claimBatch(execution, index);
    const groups =
      batch === undefined
        ? openItems(execution, index).map((ref) => claimItem(execution, ref))
        : [batch];
    const outcome = await runGroups(execution, groups);
    if (outcome !== 'success') return outcome;
  }
  return 'success';
}

/**
 * Completes untouched items whose effect is there already, such as an allowance. Items that the
 * service checks are never skipped.
 */
async function skipDone(execution: Execution, index: number): Promise<void> {
  const untouched = openItems(execution, index).filter(
    (ref) => ref.data.check === undefined && itemProgress(execution, ref).state === 'waiting',
  );
  await Promise.all(
    untouched.map(async (ref) => {
      const group = claimItem(execution, ref);
      const asked = group.task?.isDone?.(taskContext(execution, group)) ?? Promise.resolve(false);
      // Where it cannot be found out the wallet is asked, as if it were not done.
      const isDone = asked.catch(() => false);
      if (await raceSignal(isDone, execution.signal)) recordState(execution, group, 'complete');
    }),
  );
}

/** The task of the first executor that claims an item. */
function claimItem({ executors }: Execution, ref: ItemRef): ItemGroup {
  const task = executors
    .map((executor) => executor.claim(ref.data, ref.of))
    .find((claimed) => claimed !== undefined);
  return { items: [ref], task };
}

/** One task for all untouched transactions from a step on, where a wallet takes them together. */
async function claimBatch(execution: Execution, index: number): Promise<ItemGroup | undefined> {
  const steps = allSteps(execution);
  const end = steps.findIndex((step, at) => at >= index && step.kind !== 'transaction');
  const items = steps
    .slice(index, end === -1 ? undefined : end)
    .flatMap((_, offset) => openItems(execution, index + offset));
  const [first, ...rest] = items;
  if (
    first === undefined ||
    rest.length === 0 ||
    items.some((ref) => itemProgress(execution, ref).state !== 'waiting')
  )
    return undefined;
  const task = await askForBatch(execution, items);
  return task === undefined ? undefined : { items: [first, ...rest], task };
}

async function askForBatch(
  { executors, policy }: Execution,
  items: readonly ItemRef[],
): Promise<Task | undefined> {
  for (const executor of executors) {
    const task = await executor.claimAll?.(items.map(({ data, of }) => ({ item: data, step: of })));
    if (task === undefined) continue;
    policy?.checkBatch(task.effects());
    return task;
  }
  return undefined;
}

/** Runs groups side by side. The first that fails, or that ends the request, stops the others. */
async function runGroups(execution: Execution, groups: readonly ItemGroup[]): Promise<Outcome> {
  const scope = createDeadline(Infinity, execution.signal);
  let ended: Exclude<Outcome, 'success'> | undefined;
  let failure: { readonly error: unknown } | undefined;
  const work = groups.map(async (group) => {
    try {
      const outcome = await runGroup({ ...execution, signal: scope.signal }, group);
      if (outcome === 'success') return;
      ended ??= outcome;
    } catch (error) {
      failure ??= { error };
      if (!isPortageError(error, 'EXECUTION_ABORTED')) failGroup(execution, group, error);
    }
    scope.dispose();
  });
  try {
    await Promise.all(work);
  } finally {
    scope.dispose();
  }
  if (ended !== undefined) return ended;
  if (failure !== undefined) throw failure.error;
  return 'success';
}

/** Submits a group, unless that was done before, and awaits its end. */
async function runGroup(execution: Execution, group: ItemGroup): Promise<Outcome> {
  const [ref] = group.items;
  let submission = submissionOf(execution, group);
  if ((await decideResume(execution, group)) === 'submit') {
    await checkPayable(execution.isPaid(), execution);
    submission = await submitGroup(execution, group);
  }
  if (
    submission?.type === 'signature' &&
    itemProgress(execution, ref).state === 'submitted' &&
    (await postSignature(execution, ref, submission.signature))
  )
    return 'success';
  return await awaitGroup(execution, group, submission);
}

function failGroup(execution: Execution, group: ItemGroup, error: unknown): void {
  const { store } = execution;
  // A signature stays to be posted until its post was answered.
  const isPosting = itemProgress(execution, group.items[0]).state === 'submitted';
  if (isPosting && submissionOf(execution, group)?.type === 'signature') return;
  for (const { step, item } of group.items)
    store.dispatch({ type: 'item-failed', step, item, error: progressError(error) });
}
