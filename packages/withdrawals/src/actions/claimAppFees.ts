import { isPortageError, PortageError } from '@portage/core';
import { checkOptions } from '@portage/core/errors';
import { sleep, type Executor, type Transport } from '@portage/core/executor';
import type { EndpointResponse } from '@portage/core/schemas';
import { invalidAnswer, membersOf } from '../answer.js';
import type { ChainTransport } from '../findChain.js';
import type { ClaimTerms } from '../claimMessage.js';
import { prepareAppFeeClaim } from './prepareAppFeeClaim.js';
import { untilAnswered } from './untilAnswered.js';

/** How far a claim has come. @see docs/spec/withdrawals.md#claim-status */
type ClaimStatus = EndpointResponse<'status'>;

/** Stage of a claim. */
export type ClaimProgress =
  | { readonly stage: 'prepared'; readonly claimId: string; readonly amount: string }
  | { readonly stage: 'signed' | 'started'; readonly claimId: string }
  | { readonly stage: 'status'; readonly claimId: string; readonly status: ClaimStatus };

/** Options of {@link claimAppFees}. */
export interface ClaimAppFeesOptions {
  /** Executor of the wallet's family and account. */
  readonly executor: Pick<Executor, 'vm' | 'signDigest'>;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: ClaimProgress) => void) | undefined;
  /** Milliseconds between looks at the status. Default 5000. */
  readonly pollMs?: number | undefined;
  /** Looks at the status before giving up; the claim goes on. Default 720. */
  readonly pollsMax?: number | undefined;
}

/** A claim that is over. */
export interface EndedClaim {
  readonly claimId: string;
  /** Its `status` is `success`, or `failure` where it is the wallet's again. */
  readonly status: ClaimStatus;
}

const usualPollMs = 5_000;
const usualPollsMax = 720;

/**
 * Claims app fees: asks for what is to be signed, compares it with what was asked for, has the
 * wallet's owner sign, and waits until the recipient is paid or the fees are the wallet's again.
 *
 * @throws PortageError `EXECUTION_TIMED_OUT` where it takes too long, which ends the waiting alone,
 *   `NO_EXECUTOR` where the wallet signs transactions alone, and what {@link prepareAppFeeClaim}
 *   throws
 * @see docs/spec/withdrawals.md#app-fee-claims
 * @example
 * ```ts
 * const executor = createEvmExecutor({ wallet });
 * const claim = { wallet: account.address, chainId: 8453, currency: usdc };
 * const paid = { ...claim, recipient: account.address };
 * const { status } = await claimAppFees(client, paid, { executor });
 * ```
 */
export async function claimAppFees(
  transport: ChainTransport,
  terms: ClaimTerms,
  options: ClaimAppFeesOptions,
): Promise<EndedClaim> {
  checkOptions(options, ['executor']);
  const { executor, onProgress, signal = new AbortController().signal } = options;
  if (executor.signDigest === undefined)
    throw new PortageError('NO_EXECUTOR', {
      message: `The wallet of ${executor.vm} signs no claims.`,
    });
  const { message, digest } = await prepareAppFeeClaim(transport, terms, { signal });
  const { claimId, amount } = message;
  onProgress?.({ stage: 'prepared', claimId, amount });
  const signature = await executor.signDigest(digest, signal, message.chainId);
  onProgress?.({ stage: 'signed', claimId });
  await sendSignature(transport, { claimId, signature }, signal);
  onProgress?.({ stage: 'started', claimId });
  for (let polls = options.pollsMax ?? usualPollsMax; polls > 0; polls -= 1) {
    const status = await readStatus(transport, claimId, signal);
    onProgress?.({ stage: 'status', claimId, status });
    if (status.status === 'success' || status.status === 'failure') return { claimId, status };
    await sleep(options.pollMs ?? usualPollMs, signal);
  }
  throw new PortageError('EXECUTION_TIMED_OUT', {
    message: `Claim ${claimId} is not over yet. It goes on; ask for its status again.`,
  });
}

/** Sends the owner's signature; a claim is opened once, however often it comes. */
async function sendSignature(
  transport: Pick<Transport, 'call' | 'now'>,
  { claimId, signature }: { readonly claimId: string; readonly signature: string },
  signal: AbortSignal,
): Promise<void> {
  const body = { kind: 'claim', requestId: claimId };
  const call = { query: { signature }, body, signal };
  await untilAnswered(async (attempt) => {
    try {
      await transport.call('executePermits', call);
    } catch (error) {
      // An attempt before, whose answer was lost, has opened it.
      if (attempt === 0 || !isPortageError(error, 'CLAIM_USED')) throw error;
    }
  }, signal);
}

async function readStatus(
  transport: Pick<Transport, 'call' | 'now'>,
  requestId: string,
  signal: AbortSignal,
): Promise<ClaimStatus> {
  const body = await transport.call('status', { query: { requestId }, signal });
  if (isStatus(body)) return body;
  throw invalidAnswer('with something that is no status of a claim');
}

function isStatus(body: unknown): body is ClaimStatus {
  const { status, txHashes } = membersOf(body);
  return typeof status === 'string' && Array.isArray(txHashes);
}
