import type { Submission, TaskContext } from '@portage/core';
import { notifyService } from './notifyService.js';
import { itemAt, type Group, type Run } from './execution.js';

/** Tells every item of a group where it stands. */
export function mark(
  run: Run,
  group: Group,
  type: 'submitting' | 'confirming' | 'checking' | 'complete',
): void {
  for (const { step, item } of group.places) run.store.dispatch({ type, step, item });
}

/** What a task works with. */
export function taskContext(run: Run, group: Group): TaskContext {
  return {
    signal: run.signal,
    onReplaced: (txId) => {
      for (const { step, item } of group.places)
        run.store.dispatch({ type: 'replaced', step, item, txId });
      const submission = submissionOf(run, group);
      if (submission !== undefined) notifyService(run, group, submission);
    },
  };
}

/** What the wallet gave for a group, if anything. */
export function submissionOf(run: Run, group: Group): Submission | undefined {
  const item = itemAt(run, group.places[0]);
  return 'submission' in item ? item.submission : undefined;
}
