import { isPortageError, type Task } from '@portage/core';
import { progressError } from '../progress/progressError.js';
import type { Outcome } from '../readStatus.js';
import { createDeadline } from '../transport/deadline.js';
import { raceSignal } from '../transport/raceSignal.js';
import { mark, taskContext } from './groupEvents.js';
import { allSteps, itemAt, openPlaces, type Group, type Place, type Run } from './execution.js';
import { runGroup } from './submitGroup.js';

/** Steps of one execution are bounded, so that a service cannot append for ever. */
const stepsMax = 64;

/**
 * Performs the steps of a run in order, the items of a step simultaneously, and says how the
 * request ended.
 */
export async function runSteps(run: Run): Promise<Outcome> {
  for (let index = 0; index < allSteps(run).length && index < stepsMax; index += 1) {
    await skipDone(run, index);
    const batch = await claimBatch(run, index);
    const groups =
      batch === undefined ? openPlaces(run, index).map((place) => claimOne(run, place)) : [batch];
    const outcome = await runGroups(run, groups);
    if (outcome !== 'success') return outcome;
  }
  return 'success';
}

/**
 * Completes untouched items whose effect is there already, an allowance say. Items that the service
 * checks are never skipped.
 */
async function skipDone(run: Run, index: number): Promise<void> {
  const untouched = openPlaces(run, index).filter(
    (place) => place.data.check === undefined && itemAt(run, place).state === 'waiting',
  );
  await Promise.all(
    untouched.map(async (place) => {
      const group = claimOne(run, place);
      const asked = group.task?.isDone?.(taskContext(run, group)) ?? Promise.resolve(false);
      // Where it cannot be found out the wallet is asked, as if it were not done.
      if (
        await raceSignal(
          asked.catch(() => false),
          run.signal,
        )
      )
        mark(run, group, 'complete');
    }),
  );
}

function claimOne(run: Run, place: Place): Group {
  const task = run.executors
    .map((executor) => executor.claim(place.data, place.of))
    .find((claimed) => claimed !== undefined);
  return { places: [place], task };
}

/** One task for all untouched transactions from a step on, where a wallet takes them together. */
async function claimBatch(run: Run, index: number): Promise<Group | undefined> {
  const steps = allSteps(run);
  const end = steps.findIndex((step, at) => at >= index && step.kind !== 'transaction');
  const places = steps
    .slice(index, end === -1 ? undefined : end)
    .flatMap((_, offset) => openPlaces(run, index + offset));
  const [first, ...rest] = places;
  if (
    first === undefined ||
    rest.length === 0 ||
    places.some((place) => itemAt(run, place).state !== 'waiting')
  )
    return undefined;
  const task = await askForBatch(run, places);
  return task === undefined ? undefined : { places: [first, ...rest], task };
}

async function askForBatch(run: Run, places: readonly Place[]): Promise<Task | undefined> {
  for (const executor of run.executors) {
    const task = await executor.claimAll?.(
      places.map(({ data, of }) => ({ item: data, step: of })),
    );
    if (task === undefined) continue;
    run.policy?.judgeBatch(task.effects());
    return task;
  }
  return undefined;
}

/** Runs groups side by side; the first that fails, or that ends the request, stops the others. */
async function runGroups(run: Run, groups: readonly Group[]): Promise<Outcome> {
  const scope = createDeadline(Infinity, run.signal);
  let ended: Exclude<Outcome, 'success'> | undefined;
  let failure: { readonly error: unknown } | undefined;
  const work = groups.map(async (group) => {
    try {
      const outcome = await runGroup({ ...run, signal: scope.signal }, group);
      if (outcome === 'success') return;
      ended ??= outcome;
    } catch (error) {
      failure ??= { error };
      if (!isPortageError(error, 'EXECUTION_ABORTED')) failGroup(run, group, error);
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

function failGroup(run: Run, group: Group, error: unknown): void {
  for (const place of group.places)
    run.store.dispatch({
      type: 'item-failed',
      step: place.step,
      item: place.item,
      error: progressError(error),
    });
}
