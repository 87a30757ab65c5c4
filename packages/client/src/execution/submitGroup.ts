import { PortageError } from '@portage/core/errors';
import type { Submission } from '@portage/core/executor';
import { raceSignal } from '../transport/raceSignal.js';
import { noExecutor } from '../verification/noExecutor.js';
import { recordState, type Execution, type ItemGroup } from './execution.js';
import { notifyService, taskContext } from './notifyService.js';

/**
 * Hands a group to its wallet. The prompt is recorded before it is shown, and the answer as soon as
 * it is there.
 *
 * @throws PortageError `NO_EXECUTOR`, `WALLET_ERROR`, or what the executor throws
 */
export async function submitGroup(execution: Execution, group: ItemGroup): Promise<Submission> {
  const { task, items } = group;
  const { of } = items[0];
  if (task === undefined) throw noExecutor(of);
  recordState(execution, group, 'submitting');
  const submission = await raceSignal(task.submit(taskContext(execution, group)), execution.signal);
  if (submission.type !== of.kind) {
    throw new PortageError('WALLET_ERROR', {
      message: `The step "${of.id}" needs a ${of.kind}; the executor gave a ${submission.type}.`,
    });
  }
  for (const { step, item } of items)
    execution.store.dispatch({ type: 'submitted', step, item, submission });
  notifyService(execution, group, submission);
  return submission;
}
