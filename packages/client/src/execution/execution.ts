import type { Executor, Step, StepItem, Task } from '@portage/core';
import type { Client } from '../createClient.js';
import type { ItemPlace, ItemProgress } from '../progress/progress.js';
import type { Policy } from '../verification/signingPolicy.js';
import type { ProgressStore } from './progressStore.js';

/** One execution while it runs. */
export interface Run {
  readonly client: Client;
  readonly requestId: string;
  /** Steps of the quote; those that the service appends follow them. */
  readonly steps: readonly Step[];
  readonly executors: readonly Executor[];
  readonly store: ProgressStore;
  readonly signal: AbortSignal;
  /** Whether the caller agrees to send again what may have been sent already. */
  readonly resubmit: boolean;
  /** The policy for what wallets sign; absent where the caller switched verification off. */
  readonly policy: Policy | undefined;
}

/** An item with where it stands. */
export interface Place extends ItemPlace {
  readonly item: number;
  readonly data: StepItem;
  readonly of: Step;
}

/** Items that one task performs: one item, or several where the wallet takes a batch. */
export interface Group {
  readonly places: readonly [Place, ...Place[]];
  /**
   * Absent where nobody can perform the items; then only what was submitted already can be
   * followed.
   */
  readonly task: Task | undefined;
}

/** Every step of a run, appended ones included. */
export function allSteps(run: Run): readonly Step[] {
  return [...run.steps, ...run.store.read().appended];
}

/** Where an item stands now. */
export function itemAt(run: Run, place: ItemPlace): ItemProgress {
  return run.store.read().steps[place.step]?.items[place.item] ?? { state: 'waiting' };
}

/** Items of a step that are not complete. */
export function openPlaces(run: Run, index: number): readonly Place[] {
  const step = allSteps(run)[index];
  if (step === undefined) return [];
  return step.items
    .map((data, item) => ({ step: index, item, data, of: step }))
    .filter((place) => itemAt(run, place).state !== 'complete');
}
