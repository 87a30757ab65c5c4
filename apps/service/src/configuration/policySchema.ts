import type { QuotePolicy } from '@portage/quoter';
import type {
  BreakerPolicy,
  BurnPolicy,
  CollectionPolicy,
  FillPolicy,
  SolverPolicy,
  SubmissionPolicy,
  TransferPolicy,
} from '@portage/solver';
import { z } from 'zod';

const microUsd = z
  .string()
  .regex(/^\d{1,30}$/, 'must be micro-USD in decimal digits')
  .transform((text) => BigInt(text));
const bps = z
  .number()
  .int()
  .min(0)
  .max(10_000)
  .transform((value) => BigInt(value));
const seconds = z.number().int().min(1);
const gas = z.number().int().min(1);
const milliseconds = z.number().int().min(1);

/** Decisions of an operator. */
export type ServicePolicy = QuotePolicy &
  SubmissionPolicy &
  CollectionPolicy &
  FillPolicy &
  Omit<TransferPolicy, 'targetsMicroUsd' | 'transferMs'> &
  BurnPolicy &
  Omit<BreakerPolicy, 'lossMs' | 'markMs'> &
  Pick<SolverPolicy, 'capitalWaitMs' | 'collectMs' | 'reconcileMs' | 'sequenceGapMax'>;

/**
 * Policy as an operator writes it: USD as micro-USD text, shares as whole basis points.
 */
export const policySchema = z
  .strictObject({
    solverChainSlug: z.string().min(1),
    flatFeeMicroUsd: microUsd,
    gatewayBps: z.strictObject({ same: bps, stable: bps, major: bps, minor: bps }),
    assetClasses: z.record(z.string(), z.enum(['stable', 'major', 'minor'])),
    wrappers: z.record(z.string(), z.string()),
    rebalancing: z.strictObject({ bpsMax: bps, targetsMicroUsd: z.record(z.string(), microUsd) }),
    swapImpactBpsMax: bps,
    defaultSlippageBps: bps,
    swapSlippageBps: z.strictObject({ stable: bps, major: bps, minor: bps }),
    swapSlippageFloorBps: z.strictObject({ stable: bps, major: bps, minor: bps }),
    venueWaitMs: z.number().int().min(0).max(5_000),
    minimumInputMicroUsd: microUsd,
    capacityPerRequestMicroUsd: microUsd,
    capacityPerCurrencyMicroUsd: z.record(z.string(), microUsd),
    unconfirmedMicroUsdMax: microUsd,
    topupMicroUsdMax: microUsd,
    sponsoredTopupsPerRecipientMax: z.number().int().min(0),
    gaslessNeedsSponsor: z.boolean(),
    referrerNeedsKey: z.boolean(),
    sponsorAsset: z.string(),
    failedPermitsPerPayerMax: z.number().int().min(1),
    failedGaslessPerKeyMax: z.number().int().min(1),
    submissionGasPerPayerMax: gas,
    submissionGasPerKeyMax: gas,
    submissionGasMax: gas,
    burnedGasPerPayerMicroUsdMax: microUsd,
    burnedGasPerKeyMicroUsdMax: microUsd,
    burnedGasPerTargetMicroUsdMax: microUsd,
    burnedGasMicroUsdMax: microUsd,
    outflowHourMicroUsdMax: microUsd,
    outflowDayMicroUsdMax: microUsd,
    outflowRecipientMicroUsdMax: microUsd,
    lossMicroUsdMax: microUsd,
    quoteStopOutcomesMin: z.number().int().min(1),
    quoteStopFailedBps: bps,
    collectionMicroUsd: microUsd,
    collectionAgeMsMax: milliseconds,
    collectMs: milliseconds,
    reconcileMs: milliseconds,
    targetBandBps: bps,
    transferMicroUsdMin: microUsd,
    transferCooldownMs: milliseconds,
    inFlightPerPathMicroUsdMax: microUsd,
    inFlightMicroUsdMax: microUsd,
    transferCostMicroUsdMax: microUsd,
    gasFactorMax: z
      .number()
      .int()
      .min(1)
      .transform((value) => BigInt(value)),
    gasLossMicroUsdMax: microUsd,
    gasWaitMs: z.number().int().min(0),
    refundWaitMs: z.number().int().min(0),
    priceLossBpsMax: bps,
    priceWaitMs: z.number().int().min(0),
    capitalWaitMs: z.number().int().min(0),
    fillGraceMs: z.number().int().min(0),
    sequenceGapMax: z.number().int().min(0).max(10_000),
    orderLifetimeSeconds: seconds,
    addressLifetimeSeconds: seconds,
    fillWindowSeconds: seconds,
    exchangeWindowSeconds: seconds,
    prices: z.strictObject({
      aheadMsMax: milliseconds,
      confidenceBpsMax: bps,
      jumpBpsMax: bps,
      speedBpsMax: bps,
      settleMs: z.number().int().min(0),
      guardBpsMax: bps,
    }),
    maxAgeMs: z.strictObject({
      price: milliseconds,
      gas: milliseconds,
      balance: milliseconds,
      tip: milliseconds,
    }),
  } satisfies Partial<Record<keyof ServicePolicy, z.ZodType>>)
  .partial()
  .transform((policy): Partial<ServicePolicy> =>
    Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined)),
  );
