import { PortageError, type ErrorCode } from '@portage/core/errors';
import type { ItemProgress } from '../progress/progress.js';
import { isPaid } from './checkPayable.js';
import { itemProgress, type Execution, type ItemGroup } from './execution.js';

/** Errors after which the wallet certainly sent nothing. */
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

/**
 * Decides what to do with a group: hand it to the wallet, or await what the wallet did before. A
 * payment is never made a second time without consent. Where it is not known whether the wallet
 * sent it, the service is asked. If the service has not seen the payment either, the caller has to
 * decide.
 *
 * @throws PortageError `SUBMISSION_UNKNOWN`, or the error with which a sent transaction ended
 */
export async function decideResume(
  execution: Execution,
  group: ItemGroup,
): Promise<'submit' | 'await'> {
  const [ref] = group.items;
  const progress = itemProgress(execution, ref);
  if (progress.state === 'waiting' || failedBeforeSending(progress)) return 'submit';
  if (progress.state === 'failed' && paidNothing.has(progress.error.code)) {
    if (execution.resubmit) return 'submit';
    const { code } = progress.error;
    throw new PortageError(code === 'UNEXPECTED' ? 'WALLET_ERROR' : code, {
      message: progress.error.message,
      hint: 'Pass resubmit: true to send it again.',
      context: { step: ref.of.id },
    });
  }
  if (progress.state === 'checking' || 'submission' in progress) return 'await';
  if (execution.resubmit || isRepeatable(group)) return 'submit';
  if (ref.data.check !== undefined && (await isPaid(execution))) return 'await';
  throw new PortageError('SUBMISSION_UNKNOWN', {
    message: `Whether the wallet sent the step "${ref.of.id}" is not known.`,
    hint: 'Look into the wallet. If it sent nothing, pass resubmit: true; otherwise wait with resume().',
    context: { step: ref.of.id, requestId: execution.requestId },
  });
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
