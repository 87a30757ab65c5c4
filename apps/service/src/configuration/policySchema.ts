import type { QuotePolicy } from '@portage/quoter';
import type { SolverPolicy } from '@portage/solver';
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
const wait = z.number().int().min(0);
const count = z.number().int().min(1);

/** An object whose members may be left out, and are then the defaults. */
function partly<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.strictObject(shape).partial().transform(withoutUndefined);
}

/** Members of an object that are given. */
type Given<Whole> = { readonly [Name in keyof Whole]?: Exclude<Whole[Name], undefined> };

function withoutUndefined<Whole extends object>(whole: Whole): Given<Whole> {
  // The same members, without those that are undefined.
  return Object.fromEntries(
    Object.entries(whole).filter(([, value]) => value !== undefined),
  ) as Given<Whole>;
}

/** Decisions about quotes. */
const quotes = {
  solverChainSlug: z.string().min(1),
  flatFeeMicroUsd: microUsd,
  gatewayBps: z.strictObject({ same: bps, stable: bps, major: bps, minor: bps }),
  assetClasses: z.record(z.string(), z.enum(['stable', 'major', 'minor'])),
  wrappers: z.record(z.string(), z.string()),
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
} satisfies Partial<Record<keyof QuotePolicy, z.ZodType>>;

/** Decisions of the solver that operators take, by the groups of its policy. */
const groups = {
  fills: partly({
    gasFactorMax: count.transform((value) => BigInt(value)),
    gasLossMicroUsdMax: microUsd,
    gasWaitMs: wait,
    refundWaitMs: wait,
    priceLossBpsMax: bps,
    priceWaitMs: wait,
    graceMs: wait,
  }),
  submissions: partly({
    failedPermitsPerPayerMax: count,
    failedGaslessPerKeyMax: count,
    gasPerPayerMax: gas,
    gasPerKeyMax: gas,
    gasMax: gas,
  }),
  burnedGas: partly({
    perPayerMicroUsdMax: microUsd,
    perKeyMicroUsdMax: microUsd,
    perTargetMicroUsdMax: microUsd,
    microUsdMax: microUsd,
  }),
  outflows: partly({
    hourMicroUsdMax: microUsd,
    dayMicroUsdMax: microUsd,
    recipientMicroUsdMax: microUsd,
  }),
  breakers: partly({
    lossMicroUsdMax: microUsd,
    quoteStopOutcomesMin: count,
    quoteStopFailedBps: bps,
  }),
  collections: partly({ microUsdMin: microUsd, ageMsMax: milliseconds, intervalMs: milliseconds }),
  rebalancing: partly({
    bpsMax: bps,
    targetsMicroUsd: z.record(z.string(), microUsd),
    bandBps: bps,
    transferMicroUsdMin: microUsd,
    cooldownMs: milliseconds,
    inFlightPerPathMicroUsdMax: microUsd,
    inFlightMicroUsdMax: microUsd,
    costMicroUsdMax: microUsd,
  }),
  balances: partly({ intervalMs: milliseconds, capitalWaitMs: wait }),
  transactions: partly({ sequenceGapMax: z.number().int().min(0).max(10_000) }),
} satisfies Partial<Record<keyof SolverPolicy, z.ZodType>>;

/** Policy as an operator writes it: USD as micro-USD text, shares as whole basis points. */
export const policySchema = partly({ ...quotes, ...groups });

/** Decisions that an operator wrote down. */
export type WrittenPolicy = z.output<typeof policySchema>;
