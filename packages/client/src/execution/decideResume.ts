import { isPortageError, PortageError, type ErrorCode } from '@portage/core/errors';
import { createDeadline } from '@portage/core/http';
import type { ItemProgress } from '../progress/progress.js';
import { raceSignal } from '../transport/raceSignal.js';
import { itemProgress, submissionOf, type Execution, type ItemGroup } from './execution.js';
import { taskContext } from './notifyService.js';

/** Errors after which the wallet says that it sent nothing. */
const sentNothing: ReadonlySet<string> = new Set<ErrorCode>([
  'WALLET_REJECTED',
  'WRONG_CHAIN',
  'NO_EXECUTOR',
]);

/** Errors of a transaction that paid nothing, whether it was sent or only simulated. */
export const paidNothing: ReadonlySet<string> = new Set<ErrorCode>([
  'TRANSACTION_REVERTED',
  'TRANSACTION_CANCELLED',
  'TRANSACTION_EXPIRED',
]);

/** Time for the chain to show a transaction before another one is sent in its place. */
const chainMsMax = 5_000;

/**
 * Decides what to do with a group: hand it to the wallet, or await what the wallet did before. A
 * payment is never made a second time without consent, and not with consent either before the
 * service and the chain were asked: what a wallet says of what it sent ends nothing. Where neither
 * of the two has seen the payment, the caller has to decide.
 *
 * @throws PortageError `SUBMISSION_UNKNOWN`, or the error with which a sent transaction ended
 */
export async function decideResume(
  execution: Execution,
  group: ItemGroup,
): Promise<'submit' | 'await'> {
  const [ref] = group.items;
  const progress = itemProgress(execution, ref);
  // Before the wallet is asked, the service is (`checkPayable`).
  if (progress.state === 'waiting' || failedBeforeSending(progress)) return 'submit';
  if (progress.state === 'failed' && paidNothing.has(progress.error.code)) {
    if (await isSeen(execution, group)) return 'await';
    if (execution.resubmit) return 'submit';
    const { code } = progress.error;
    throw new PortageError(code === 'UNEXPECTED' ? 'WALLET_ERROR' : code, {
      message: progress.error.message,
      hint: 'Pass resubmit: true to send it again.',
      context: { step: ref.of.id },
    });
  }
  if (progress.state === 'checking' || 'submission' in progress) return 'await';
  if (isRepeatable(group)) return 'submit';
  if (await isSeen(execution, group)) return 'await';
  if (execution.resubmit) return 'submit';
  throw new PortageError('SUBMISSION_UNKNOWN', {
    message: `Whether the wallet sent the step "${ref.of.id}" is not known.`,
    hint: 'Look into the wallet. If it sent nothing, pass resubmit: true; otherwise wait with resume().',
    context: { step: ref.of.id, requestId: execution.requestId },
  });
}

/** Whether the service has seen the payment of a group, or the chain its transaction. */
async function isSeen(execution: Execution, group: ItemGroup): Promise<boolean> {
  const pays = group.items.some(({ data }) => data.check !== undefined);
  if (pays && (await execution.isPaid())) return true;
  const progress = itemProgress(execution, group.items[0]);
  // The chain itself reported a revert.
  const isOver = progress.state === 'failed' && progress.error.code === 'TRANSACTION_REVERTED';
  return !isOver && (await hasLanded(execution, group));
}

/** Whether the chain shows what the wallet sent; no answer in time is none. */
async function hasLanded(execution: Execution, group: ItemGroup): Promise<boolean> {
  const { task } = group;
  const submission = submissionOf(execution, group);
  if (submission?.type !== 'transaction' || task?.confirm === undefined) return false;
  const deadline = createDeadline(chainMsMax, execution.signal);
  const context = { ...taskContext(execution, group), signal: deadline.signal };
  try {
    await raceSignal(task.confirm(submission, context), deadline.signal);
    return true;
  } catch (error) {
    if (!isPortageError(error) || execution.signal.aborted) throw error;
    // What was sent is not what was verified: nothing is sent in its place.
    if (error.code === 'TRANSACTION_ALTERED') throw error;
    return false;
  } finally {
    deadline.dispose();
  }
}

function failedBeforeSending(progress: ItemProgress): boolean {
  if (progress.state !== 'failed' || progress.submission !== undefined) return false;
  return sentNothing.has(progress.error.code) || paidNothing.has(progress.error.code);
}

/** Whether a group may be made twice: a second approval or signature changes nothing. */
function isRepeatable({ items, task }: ItemGroup): boolean {
  if (items[0].of.kind === 'signature') return true;
  return (
    task !== undefined &&
    task.effects().length > 0 &&
    task.effects().every((effect) => effect.type === 'approval')
  );
}
