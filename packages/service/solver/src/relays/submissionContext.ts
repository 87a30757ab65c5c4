import type { Clock } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { SubmissionPolicy } from '../context.js';

/** Everything that judging a payer's signature works with. */
export interface SubmissionContext {
  readonly chains: Chains;
  readonly settlement: Pick<Settlement, 'getRequest' | 'getRequests' | 'requests' | 'relays'>;
  readonly clock: Clock;
  readonly policy: SubmissionPolicy;
}
