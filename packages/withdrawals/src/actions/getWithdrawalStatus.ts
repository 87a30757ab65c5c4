import type { Transport } from '@portage/core/executor';
import type { EndpointResponse } from '@portage/core/schemas';
import { invalidAnswer, membersOf } from '../answer.js';
import type { WithdrawalOptions } from './prepareWithdrawal.js';

/** How far a withdrawal has come. @see docs/spec/withdrawals.md#get-withdrawalsstatus */
export type WithdrawalStatus = EndpointResponse<'withdrawalStatus'>;

/** States in which a withdrawal stays. */
const ended: readonly WithdrawalStatus['status'][] = ['executed', 'expired', 'failed'];

/**
 * Whether a withdrawal is over: paid, or the owner's again.
 *
 * @example
 * ```ts
 * isWithdrawalOver({ status: 'executed' }); // true
 * ```
 */
export function isWithdrawalOver({ status }: Pick<WithdrawalStatus, 'status'>): boolean {
  return ended.includes(status);
}

/**
 * Asks how far a withdrawal has come.
 *
 * @throws PortageError `UNKNOWN_REQUEST`, `INVALID_RESPONSE`, or what the transport throws
 * @example
 * ```ts
 * const { status, txHash } = await getWithdrawalStatus(client, jobId);
 * ```
 */
export async function getWithdrawalStatus(
  transport: Pick<Transport, 'call'>,
  jobId: string,
  options: WithdrawalOptions = {},
): Promise<WithdrawalStatus> {
  const query = { id: jobId };
  const body = await transport.call('withdrawalStatus', { query, signal: options.signal });
  if (!isStatus(body)) throw invalidAnswer('with something that is no status of a withdrawal');
  return body;
}

function isStatus(body: unknown): body is WithdrawalStatus {
  const members = membersOf(body);
  return typeof members['status'] === 'string' && 'txHash' in members;
}
