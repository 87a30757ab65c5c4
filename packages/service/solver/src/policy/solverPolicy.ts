import { defaultBalancePolicy, type BalancePolicy } from './balancePolicy.js';
import { defaultBreakerPolicy, type BreakerPolicy } from './breakerPolicy.js';
import { defaultBurnedGasPolicy, type BurnedGasPolicy } from './burnedGasPolicy.js';
import { defaultClaimPolicy, type ClaimPolicy } from './claimPolicy.js';
import { defaultCollectionPolicy, type CollectionPolicy } from './collectionPolicy.js';
import { defaultFastFillPolicy, type FastFillPolicy } from './fastFillPolicy.js';
import { defaultFillPolicy, type FillPolicy } from './fillPolicy.js';
import { defaultOutflowPolicy, type OutflowPolicy } from './outflowPolicy.js';
import { defaultRebalancingPolicy, type RebalancingPolicy } from './rebalancingPolicy.js';
import { defaultSubmissionPolicy, type SubmissionPolicy } from './submissionPolicy.js';
import { defaultTransactionPolicy, type TransactionPolicy } from './transactionPolicy.js';
import { defaultWorkPolicy, type WorkPolicy } from './workPolicy.js';

/** Limits and waiting times of the solver, in groups. */
export interface SolverPolicy {
  readonly fills: FillPolicy;
  readonly submissions: SubmissionPolicy;
  readonly burnedGas: BurnedGasPolicy;
  readonly outflows: OutflowPolicy;
  readonly breakers: BreakerPolicy;
  readonly collections: CollectionPolicy;
  readonly fastFills: FastFillPolicy;
  readonly claims: ClaimPolicy;
  readonly rebalancing: RebalancingPolicy;
  readonly balances: BalancePolicy;
  readonly transactions: TransactionPolicy;
  readonly work: WorkPolicy;
}

/** Policy of a service by default. */
export const defaultPolicy: SolverPolicy = {
  fills: defaultFillPolicy,
  submissions: defaultSubmissionPolicy,
  burnedGas: defaultBurnedGasPolicy,
  outflows: defaultOutflowPolicy,
  breakers: defaultBreakerPolicy,
  collections: defaultCollectionPolicy,
  fastFills: defaultFastFillPolicy,
  claims: defaultClaimPolicy,
  rebalancing: defaultRebalancingPolicy,
  balances: defaultBalancePolicy,
  transactions: defaultTransactionPolicy,
  work: defaultWorkPolicy,
};

/** Members of a policy that differ from another one. */
export type PolicyChanges = {
  readonly [Group in keyof SolverPolicy]?: Partial<SolverPolicy[Group]> | undefined;
};

/** A whole policy: `base` with the members that differ. Pure. */
export function completePolicy(changes: PolicyChanges = {}, base = defaultPolicy): SolverPolicy {
  return {
    fills: { ...base.fills, ...changes.fills },
    submissions: { ...base.submissions, ...changes.submissions },
    burnedGas: { ...base.burnedGas, ...changes.burnedGas },
    outflows: { ...base.outflows, ...changes.outflows },
    breakers: { ...base.breakers, ...changes.breakers },
    collections: { ...base.collections, ...changes.collections },
    fastFills: { ...base.fastFills, ...changes.fastFills },
    claims: { ...base.claims, ...changes.claims },
    rebalancing: { ...base.rebalancing, ...changes.rebalancing },
    balances: { ...base.balances, ...changes.balances },
    transactions: { ...base.transactions, ...changes.transactions },
    work: { ...base.work, ...changes.work },
  };
}
