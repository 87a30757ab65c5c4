import type { Step, StepItem } from '@portage/core';
import type { Executor, Submission, Task } from '@portage/core/executor';
import type { Client } from '../createClient.js';
import type { ItemPlace, ItemProgress } from '../progress/progress.js';
import type { SigningPolicy } from '../verification/signingPolicy.js';
import type { ProgressStore } from './progressStore.js';

/** One execution of a quote. */
export interface Execution {
  readonly client: Client;
  readonly requestId: string;
  /** Time of the quote in milliseconds since 1970, after which it is not paid any more. */
  readonly expiresAt: number | undefined;
  /** Steps of the quote; those that the service appends follow them. */
  readonly steps: readonly Step[];
  readonly executors: readonly Executor[];
  readonly store: ProgressStore;
  readonly signal: AbortSignal;
  /** Consent of the caller to send again what may have been sent already. */
  readonly resubmit: boolean;
  /** Asks, before each prompt, whether the service has seen the payment. */
  readonly isPaid: () => Promise<boolean>;
  /** Policy for what wallets sign; undefined where the caller switched verification off. */
  readonly policy: SigningPolicy | undefined;
}

/** An item of a step, with its place in the progress. */
export interface ItemRef extends ItemPlace {
  readonly data: StepItem;
  /** The step of the item. */
  readonly of: Step;
}

/** Items that one task performs: one item, or several where the wallet takes a batch. */
export interface ItemGroup {
  readonly items: readonly [ItemRef, ...ItemRef[]];
  /**
   * Task of the executor that claimed the items. Without one, only what was submitted before can be
   * awaited.
   */
  readonly task: Task | undefined;
}

/** Every step of an execution, appended ones included. */
export function allSteps({ steps, store }: Execution): readonly Step[] {
  return [...steps, ...store.read().appended];
}

/** Items of a step that are not complete. */
export function openItems(execution: Execution, index: number): readonly ItemRef[] {
  const step = allSteps(execution)[index];
  if (step === undefined) return [];
  return step.items
    .map((data, item) => ({ step: index, item, data, of: step }))
    .filter((ref) => itemProgress(execution, ref).state !== 'complete');
}

/** Progress of an item. */
export function itemProgress({ store }: Execution, { step, item }: ItemPlace): ItemProgress {
  return store.read().steps[step]?.items[item] ?? { state: 'waiting' };
}

/** Answer of the wallet to a group; undefined before there is one. */
export function submissionOf(execution: Execution, group: ItemGroup): Submission | undefined {
  const progress = itemProgress(execution, group.items[0]);
  return 'submission' in progress ? progress.submission : undefined;
}

/** Records a new state of every item of a group. */
export function recordState(
  { store }: Execution,
  group: ItemGroup,
  type: 'submitting' | 'confirming' | 'checking' | 'complete',
): void {
  for (const { step, item } of group.items) store.dispatch({ type, step, item });
}
