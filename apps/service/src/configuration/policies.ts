import type { Chains } from '@portage/core/chain';
import { defaultPolicy, type QuotePolicy } from '@portage/quoter';
import { defaultPolicy as defaultSolverPolicy, type SolverPolicy } from '@portage/solver';
import type { Configuration } from './configuration.js';
import { fillCeilings } from './fillCeilings.js';

/** Decisions of the operator that quotes are made with. */
export function policyOf(configuration: Configuration, chains: Chains): QuotePolicy {
  return {
    ...defaultPolicy,
    solverChainSlug: chains.all[0]?.slug ?? defaultPolicy.solverChainSlug,
    fillMicroUsdMax: fillCeilings(configuration),
    ...configuration.policy,
  };
}

/** Decisions of the operator that the solver works with. */
export function solverPolicyOf(
  { policy }: Configuration,
  { sponsoredTopupsPerRecipientMax, rebalancing, fillMicroUsdMax }: QuotePolicy,
): SolverPolicy {
  const chosen = { ...defaultSolverPolicy, ...policy };
  return {
    ...defaultSolverPolicy,
    sponsoredTopupsPerRecipientMax,
    fillMicroUsdMax,
    targetsMicroUsd: rebalancing.targetsMicroUsd,
    targetBandBps: chosen.targetBandBps,
    transferMicroUsdMin: chosen.transferMicroUsdMin,
    transferCooldownMs: chosen.transferCooldownMs,
    inFlightPerPathMicroUsdMax: chosen.inFlightPerPathMicroUsdMax,
    inFlightMicroUsdMax: chosen.inFlightMicroUsdMax,
    transferCostMicroUsdMax: chosen.transferCostMicroUsdMax,
    failedPermitsPerPayerMax: chosen.failedPermitsPerPayerMax,
    failedGaslessPerKeyMax: chosen.failedGaslessPerKeyMax,
    submissionGasPerPayerMax: chosen.submissionGasPerPayerMax,
    submissionGasPerKeyMax: chosen.submissionGasPerKeyMax,
    submissionGasMax: chosen.submissionGasMax,
    burnedGasPerPayerMicroUsdMax: chosen.burnedGasPerPayerMicroUsdMax,
    burnedGasPerKeyMicroUsdMax: chosen.burnedGasPerKeyMicroUsdMax,
    burnedGasPerTargetMicroUsdMax: chosen.burnedGasPerTargetMicroUsdMax,
    burnedGasMicroUsdMax: chosen.burnedGasMicroUsdMax,
    outflowHourMicroUsdMax: chosen.outflowHourMicroUsdMax,
    outflowDayMicroUsdMax: chosen.outflowDayMicroUsdMax,
    outflowRecipientMicroUsdMax: chosen.outflowRecipientMicroUsdMax,
    lossMicroUsdMax: chosen.lossMicroUsdMax,
    quoteStopOutcomesMin: chosen.quoteStopOutcomesMin,
    quoteStopFailedBps: chosen.quoteStopFailedBps,
    collectionMicroUsd: chosen.collectionMicroUsd,
    collectionAgeMsMax: chosen.collectionAgeMsMax,
    collectMs: chosen.collectMs,
    reconcileMs: chosen.reconcileMs,
    gasFactorMax: chosen.gasFactorMax,
    gasLossMicroUsdMax: chosen.gasLossMicroUsdMax,
    gasWaitMs: chosen.gasWaitMs,
    refundWaitMs: chosen.refundWaitMs,
    priceLossBpsMax: chosen.priceLossBpsMax,
    priceWaitMs: chosen.priceWaitMs,
    capitalWaitMs: chosen.capitalWaitMs,
    fillGraceMs: chosen.fillGraceMs,
    sequenceGapMax: chosen.sequenceGapMax,
  };
}
