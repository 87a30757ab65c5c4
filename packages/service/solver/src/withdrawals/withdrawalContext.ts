import type { Clock } from '@portage/core';
import type { Chains, PriceSource } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { SolverPolicy } from '../policy/solverPolicy.js';

/** Everything that withdrawals are judged with. */
export interface WithdrawalContext {
  readonly chains: Chains;
  readonly settlement: Pick<Settlement, 'withdrawals'>;
  readonly prices: PriceSource['price'];
  readonly clock: Clock;
  readonly policy: Pick<SolverPolicy, 'work' | 'fills'>;
}
