import type { Clock } from '@portage/core';
import type { Chains, PriceSource } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { SolverPolicy } from '../policy/solverPolicy.js';

/** Everything that claims are judged with. */
export interface ClaimContext {
  readonly chains: Chains;
  /** Slug of the chain on which apps have their accounts. */
  readonly solverChainSlug: string;
  readonly settlement: Pick<Settlement, 'claims'>;
  readonly prices: PriceSource['price'];
  readonly clock: Clock;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly policy: Pick<SolverPolicy, 'work' | 'fills'>;
}
