import { PortageError } from '@portage/core';
import type { Executor } from '@portage/core/executor';
import { withdrawalDigest } from '../withdrawalDigest.js';
import type { WithdrawalMessage } from '../withdrawalMessage.js';

/** Wallet that signs, and when it gives up. */
export interface SignWithdrawalOptions {
  /** Executor of the owner's family and account. */
  readonly executor: Pick<Executor, 'vm' | 'signDigest'>;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Has the owner's wallet sign a withdrawal.
 *
 * @throws PortageError `WALLET_REJECTED`, `WALLET_ERROR`, `NO_EXECUTOR` where the wallet signs
 *   transactions alone
 * @example
 * ```ts
 * const signature = await signWithdrawal(message, { executor: createEvmExecutor({ wallet }) });
 * ```
 */
export async function signWithdrawal(
  message: WithdrawalMessage,
  { executor, signal = new AbortController().signal }: SignWithdrawalOptions,
): Promise<string> {
  if (executor.signDigest === undefined)
    throw new PortageError('NO_EXECUTOR', {
      message: `The wallet of ${executor.vm} signs no withdrawals.`,
    });
  return executor.signDigest(withdrawalDigest(message), signal);
}
