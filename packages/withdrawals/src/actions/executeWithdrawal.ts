import type { Transport } from '@portage/core/executor';
import { invalidAnswer, membersOf } from '../answer.js';
import type { WithdrawalMessage } from '../withdrawalMessage.js';
import type { WithdrawalOptions } from './prepareWithdrawal.js';
import { untilAnswered } from './untilAnswered.js';

/** A message with its owner's signature. */
export interface SignedWithdrawal extends WithdrawalMessage {
  readonly signature: string;
}

/**
 * Sends an owner's signature, and sends it again where no answer comes: the same one answers the
 * same job.
 *
 * @returns the id of the job
 * @throws PortageError `INVALID_SIGNATURE`, `WITHDRAWAL_IN_PROGRESS` with the id of the other job,
 *   `INVALID_REQUEST` for a message that is too old, or what the transport throws
 * @see docs/spec/withdrawals.md#post-withdrawalsrequest
 * @example
 * ```ts
 * const jobId = await executeWithdrawal(client, { ...message, signature });
 * ```
 */
export async function executeWithdrawal(
  transport: Pick<Transport, 'call' | 'now'>,
  signed: SignedWithdrawal,
  options: WithdrawalOptions = {},
): Promise<string> {
  const { signal = new AbortController().signal } = options;
  const body = await untilAnswered(
    () => transport.call('withdrawalRequest', { body: signed, signal }),
    signal,
  );
  const { jobId } = membersOf(body);
  if (typeof jobId === 'string') return jobId;
  throw invalidAnswer('without the id of a job');
}
