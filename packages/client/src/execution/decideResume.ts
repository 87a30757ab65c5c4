import { PortageError, type ErrorCode } from '@portage/core';
import { readStatus } from '../readStatus.js';
import { readAnswer, readText } from '../transport/readAnswer.js';
import { itemAt, type Group, type Run } from './execution.js';

/** Faults after which the wallet certainly sent nothing. */
const notSent: ReadonlySet<string> = new Set<ErrorCode>([
  'WALLET_REJECTED',
  'WRONG_CHAIN',
  'NO_EXECUTOR',
]);

/** Faults of a transaction that paid nothing, whether it was sent or only tried out. */
export const undone: ReadonlySet<string> = new Set<ErrorCode>([
  'TRANSACTION_REVERTED',
  'TRANSACTION_CANCELLED',
  'TRANSACTION_EXPIRED',
]);

/** Statuses that show that the payment was seen. */
const paid: ReadonlySet<string> = new Set([
  'depositing',
  'pending',
  'submitted',
  'delayed',
  'success',
  'refund',
  'failure',
]);

/**
 * What to do with a group: hand it to the wallet, or follow what the wallet did before. A payment
 * is never made a second time without consent: where it is not known whether the wallet sent it,
 * the service is asked, and if it has not seen the payment either, the caller has to decide.
 *
 * @throws PortageError `SUBMISSION_UNKNOWN`, or the fault with which a sent transaction ended
 */
export async function resumption(run: Run, group: Group): Promise<'submit' | 'follow'> {
  const [place] = group.places;
  const item = itemAt(run, place);
  if (item.state === 'waiting') return 'submit';
  if (
    item.state === 'failed' &&
    item.submission === undefined &&
    (notSent.has(item.error.code) || undone.has(item.error.code))
  )
    return 'submit';
  if (item.state === 'failed' && undone.has(item.error.code)) {
    if (run.resubmit) return 'submit';
    const { code } = item.error;
    throw new PortageError(code === 'UNEXPECTED' ? 'WALLET_ERROR' : code, {
      message: item.error.message,
      hint: 'Pass resubmit: true to send it again.',
      context: { step: place.of.id },
    });
  }
  if (item.state === 'checking' || 'submission' in item) return 'follow';
  if (run.resubmit || repeatable(group)) return 'submit';
  if (place.data.check !== undefined && paid.has(await statusNow(run, place.data.check.endpoint)))
    return 'follow';
  throw new PortageError('SUBMISSION_UNKNOWN', {
    message: `Whether the wallet already sent the step "${place.of.id}" is not known.`,
    hint: 'Look into the wallet. If nothing was sent, pass resubmit: true; otherwise wait for the request with resume().',
    context: { step: place.of.id, requestId: run.requestId },
  });
}

/** Approvals and signatures may be made twice: the second changes nothing. */
function repeatable({ places, task }: Group): boolean {
  if (places[0].of.kind === 'signature') return true;
  return (
    task !== undefined &&
    task.effects().length > 0 &&
    task.effects().every((effect) => effect.type === 'approval')
  );
}

async function statusNow({ client, signal }: Run, path: string): Promise<string> {
  const response = await client.fetch(path, {
    headers: { accept: 'application/json' },
    cache: 'no-store',
    signal,
  });
  return readStatus(readAnswer(response, await readText(response)))?.status ?? 'unknown';
}
