import { PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { sleep, type Executor } from '@portage/core/executor';
import type { ChainTransport } from '../findChain.js';
import type { WithdrawalTerms } from '../withdrawalTerms.js';
import { executeWithdrawal } from './executeWithdrawal.js';
import {
  getWithdrawalStatus,
  isWithdrawalOver,
  type WithdrawalStatus,
} from './getWithdrawalStatus.js';
import { prepareWithdrawal } from './prepareWithdrawal.js';
import type { FeeBound } from './readAddedTerms.js';
import { signWithdrawal } from './signWithdrawal.js';

/** Stage of a withdrawal. */
export type WithdrawalProgress =
  | { readonly stage: 'prepared'; readonly amount: string; readonly fee: string | undefined }
  | { readonly stage: 'signed' }
  | { readonly stage: 'started'; readonly jobId: string }
  | { readonly stage: 'status'; readonly jobId: string; readonly status: WithdrawalStatus };

/** Options of {@link withdraw}. */
export interface WithdrawOptions extends FeeBound {
  /** Executor of the owner's family and account. */
  readonly executor: Pick<Executor, 'vm' | 'signDigest'>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: WithdrawalProgress) => void) | undefined;
  /** Milliseconds between looks at the status. Default 5000. */
  readonly pollMs?: number | undefined;
  /** Looks at the status before giving up; the job goes on. Default 720. */
  readonly pollsMax?: number | undefined;
}

/** A withdrawal that is over. */
export interface EndedWithdrawal {
  readonly jobId: string;
  readonly status: WithdrawalStatus;
}

const usualPollMs = 5_000;
const usualPollsMax = 720;

/**
 * Withdraws: prepares, has the owner sign, executes, and waits until it is paid or the owner's
 * again.
 *
 * @throws PortageError `EXECUTION_TIMED_OUT` where it takes too long, which ends the waiting alone,
 *   and what {@link prepareWithdrawal}, {@link signWithdrawal} and {@link executeWithdrawal} throw
 * @example
 * ```ts
 * const executor = createEvmExecutor({ wallet });
 * const { status } = await withdraw(client, terms, { executor, onProgress: console.log });
 * ```
 */
export async function withdraw(
  transport: ChainTransport,
  terms: WithdrawalTerms,
  options: WithdrawOptions,
): Promise<EndedWithdrawal> {
  checkOptions(options, ['executor']);
  const { executor, onProgress, maxFee, signal = new AbortController().signal } = options;
  const message = await prepareWithdrawal(transport, terms, { maxFee, signal });
  const fee = message.additionalData?.['fee'];
  onProgress?.({
    stage: 'prepared',
    amount: message.amount,
    fee: typeof fee === 'string' ? fee : undefined,
  });
  const signature = await signWithdrawal(message, { executor, signal });
  onProgress?.({ stage: 'signed' });
  const jobId = await executeWithdrawal(transport, { ...message, signature }, { signal });
  onProgress?.({ stage: 'started', jobId });
  for (let polls = options.pollsMax ?? usualPollsMax; polls > 0; polls -= 1) {
    const status = await getWithdrawalStatus(transport, jobId, { signal });
    onProgress?.({ stage: 'status', jobId, status });
    if (isWithdrawalOver(status)) return { jobId, status };
    await sleep(options.pollMs ?? usualPollMs, signal);
  }
  throw new PortageError('EXECUTION_TIMED_OUT', {
    message: `Withdrawal ${jobId} is not over yet. It goes on; ask for its status again.`,
  });
}
