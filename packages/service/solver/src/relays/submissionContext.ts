import { PortageError, type Clock } from '@portage/core';
import type { Chain, Chains } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { SubmissionPolicy } from '../policy/submissionPolicy.js';

/** Everything that judging a payer's signature works with. */
export interface SubmissionContext {
  readonly chains: Chains;
  readonly settlement: Pick<Settlement, 'getRequest' | 'getRequests' | 'requests' | 'relays'>;
  readonly clock: Clock;
  readonly policy: SubmissionPolicy;
}

/** Refusal of a submission that says nothing against it: no endpoint could simulate its call. */
export function notSimulated(): PortageError {
  return new PortageError('RPC_HTTP_ERROR', {
    message: 'The call could not be simulated: no endpoint of the chain could tell.',
    hint: 'Submit it again.',
  });
}

/**
 * Whether a chain takes a signature no more: by the chain's own clock, which judges it, or by ours
 * before its first block is seen.
 *
 * @param expiresAt - Unix seconds
 */
export function isExpiredOn(
  { observe }: Pick<Chain, 'observe'>,
  expiresAt: number,
  clock: Pick<Clock, 'now'>,
): boolean {
  return (observe.tip()?.value.time ?? clock.now() / 1_000) >= expiresAt;
}
