import type { Chains } from '@portage/core/chain';
import { defaultPolicy, type QuotePolicy } from '@portage/quoter';
import { completePolicy, type SolverPolicy } from '@portage/solver';
import type { Configuration } from './configuration.js';
import { fillCeilings } from './fillCeilings.js';
import type { WrittenPolicy } from './policySchema.js';
import { refuseStrayCurrencies } from './refuseStrayCurrencies.js';

/**
 * Decisions of the operator that quotes are made with.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a currency that no chain has
 */
export function policyOf(configuration: Configuration, chains: Chains): QuotePolicy {
  refuseStrayCurrencies(configuration, chains.all);
  return {
    ...defaultPolicy,
    solverChainSlug: chains.all[0]?.slug ?? defaultPolicy.solverChainSlug,
    fillMicroUsdMax: fillCeilings(configuration),
    ...quoteMembers(configuration.policy),
  };
}

/** Decisions about quotes that need no open chain: the operator's, else the defaults. */
export function writtenQuotePolicy({ policy }: Pick<Configuration, 'policy'>): QuotePolicy {
  return { ...defaultPolicy, ...quoteMembers(policy) };
}

/** Members about quotes that an operator wrote down; quotes do not look at the solver's groups. */
function quoteMembers(policy: WrittenPolicy = {}): Partial<QuotePolicy> {
  return { ...policy, rebalancing: { ...defaultPolicy.rebalancing, ...policy.rebalancing } };
}

/** Decisions of the operator that the solver works with. */
export function solverPolicyOf(
  { policy = {} }: Pick<Configuration, 'policy'>,
  { sponsoredTopupsPerRecipientMax, rebalancing, fillMicroUsdMax }: QuotePolicy,
): SolverPolicy {
  return completePolicy({
    fills: { ...policy.fills, sponsoredTopupsPerRecipientMax, feeMicroUsdMax: fillMicroUsdMax },
    submissions: policy.submissions,
    burnedGas: policy.burnedGas,
    outflows: policy.outflows,
    breakers: policy.breakers,
    collections: policy.collections,
    rebalancing: { ...policy.rebalancing, targetsMicroUsd: rebalancing.targetsMicroUsd },
    balances: policy.balances,
    transactions: policy.transactions,
  });
}
