import type { Observed, Clock } from '@portage/core';
import type { Chain, Chains, PriceSource, Spend } from '@portage/core/chain';
import { ageOf, type RebalancePath } from '@portage/core/plugin';
import type { Leases, Log } from '@portage/database';
import type { LedgerChain, Settlement } from '@portage/settlement';
import { defaultBreakerPolicy, type BreakerPolicy } from './breakerPolicy.js';
import { defaultBurnPolicy, type BurnPolicy } from './burnPolicy.js';
import type { OutcomeTally, OutflowMeter } from './chainBreakers.js';

/**
 * Points at which a test or an operator may kill the process; their order is that of a payment's
 * life.
 */
export const solverFailpoints = [
  'settlement',
  'stored',
  'sent',
  'refund-settlement',
  'refund-stored',
  'refund-sent',
  'relay-settlement',
  'relay-stored',
  'relay-sent',
  'collection-settlement',
  'collection-stored',
  'collection-sent',
  'transfer-settlement',
  'transfer-stored',
  'transfer-sent',
  'delivery-found',
  'delivery-booked',
  'bump-stored',
  'claim-settlement',
  'claim-stored',
  'claim-sent',
  'cancel-stored',
  'fast-fill-decided',
  'fast-fill-ended',
] as const;

/**
 * Submissions beyond which no more are taken: those of the last hour that failed or brought nothing
 * in, and those that may still.
 */
export interface SubmissionPolicy {
  /** Deposits of one payer by signature. */
  readonly failedPermitsPerPayerMax: number;
  /**
   * Calls of payers' own accounts (`POST /execute`) with one API key. A payer's own are bounded
   * like its signatures.
   */
  readonly failedGaslessPerKeyMax: number;
  /** Gas limits of one payer's submissions, in units. */
  readonly submissionGasPerPayerMax: number;
  /** Gas limits of the submissions with one API key, in units. */
  readonly submissionGasPerKeyMax: number;
  /** Gas limits of all submissions, in units. */
  readonly submissionGasMax: number;
}

/** When earnings are collected from the depositories. */
export interface CollectionPolicy {
  /**
   * Earnings of a currency that are collected as soon as they are worth as much, in micro-USD;
   * never for a gas that takes a tenth of them.
   */
  readonly collectionMicroUsd: bigint;
  /**
   * Age at which earnings are collected whatever they are worth, unless that is less than their
   * gas. Far below the delay of every depository's reclaims.
   */
  readonly collectionAgeMsMax: number;
}

/** Loss that the solver takes on between a quote and its fill. */
export interface FillPolicy {
  /** Gas of a fill is covered up to this multiple of what was charged for it. */
  readonly gasFactorMax: bigint;
  /** Gas beyond the charge that never matters, in micro-USD. */
  readonly gasLossMicroUsdMax: bigint;
  /** The most that the fee of one fill may cost, in micro-USD by slug; none of other chains. */
  readonly fillMicroUsdMax: Readonly<Record<string, bigint>>;
  /**
   * Time that a payment whose gas costs too much waits for cheaper gas, before it is paid within
   * its slippage tolerance or its deposit goes back.
   */
  readonly gasWaitMs: number;
  /** Time for which a refund that dear gas eats up waits, counted from its deposit's finality. */
  readonly refundWaitMs: number;
  /** Loss of a deposit's worth since its quote that is covered, in basis points. */
  readonly priceLossBpsMax: bigint;
  /**
   * Time that a payment whose deposit lost more than its slippage tolerance waits for better
   * prices, before its deposit goes back.
   */
  readonly priceWaitMs: number;
  /**
   * Time after its `fillBy` in which an order whose deposit came in time may still be filled, as
   * where the origin chain is final late; none where the payer named the window by `ttl`.
   */
  readonly fillGraceMs: number;
}

/** Payouts that apps guarantee. */
export interface FastFillPolicy {
  /**
   * Time after which the deposit of a fast fill that is not in a block counts as one that never
   * comes: what stood behind it pays for it.
   */
  readonly fastFillHoldMsMax: number;
  /** Interval at which fast fills are looked at. */
  readonly fastFillMs: number;
}

/** Payments of app fees that their wallets claim. */
export interface ClaimPolicy {
  /** Time that a claim waits to be signed before it is given back. */
  readonly claimWaitMsMax: number;
  /** Times that the payment of a claim may fail in a simulation before it is given back. */
  readonly claimAttemptsMax: number;
}

/** When inventory is moved between chains, and how much of it. */
export interface TransferPolicy {
  /**
   * Worth that the solver wants to hold of a currency, in micro-USD, by `slug:asset`. One without a
   * target is moved for orders alone.
   */
  readonly targetsMicroUsd: Readonly<Record<string, bigint>>;
  /** Part of a target that may be missing before inventory is brought, in basis points. */
  readonly targetBandBps: bigint;
  /** The least that is worth moving towards a target, in micro-USD. */
  readonly transferMicroUsdMin: bigint;
  /**
   * Time after a transfer in which none towards a target goes to the same currency, or takes
   * anything back.
   */
  readonly transferCooldownMs: number;
  /** The most that is in flight over one path, in micro-USD. */
  readonly inFlightPerPathMicroUsdMax: bigint;
  /** The most that is in flight over all paths, in micro-USD. */
  readonly inFlightMicroUsdMax: bigint;
  /** The most that paths keep of the transfers of 24 hours, in micro-USD. */
  readonly transferCostMicroUsdMax: bigint;
  /** Interval at which transfers and deliveries are looked for. */
  readonly transferMs: number;
}

/** Limits and waiting times of the solver. */
export interface SolverPolicy
  extends
    SubmissionPolicy,
    CollectionPolicy,
    FillPolicy,
    BurnPolicy,
    BreakerPolicy,
    FastFillPolicy,
    ClaimPolicy,
    TransferPolicy {
  /**
   * Payments that are signed and stored together; they travel to a chain in requests of a hundred.
   */
  readonly batchMax: number;
  /** Time that an order waits for inventory before it is refunded. */
  readonly capacityWaitMs: number;
  /**
   * Time that a payment whose swap brings too little, or that would revert, waits for better times
   * before its deposit goes back.
   */
  readonly revertWaitMs: number;
  /**
   * Time that a payment waits for its recipient to open the account again that the quote found
   * open, before its deposit goes back.
   */
  readonly accountWaitMs: number;
  /**
   * Fills of one payer that may fail on a chain within an hour before its calls are no longer made.
   */
  readonly revertsPerPayerMax: number;
  /**
   * Top-ups that one sponsor pays for one recipient on a chain within 24 hours; an order beyond is
   * refunded.
   */
  readonly sponsoredTopupsPerRecipientMax: number;
  /** Seconds before an order's deadline from which on nothing is sent for it. */
  readonly deadlineMarginSeconds: number;
  /**
   * Seconds that the reading of an order's origin chain may be behind that chain before the order
   * is filled; far below the delay of a reclaim.
   */
  readonly originLagSecondsMax: number;
  /** Gas is held as this multiple of the estimate. */
  readonly gasReserveFactor: bigint;
  /** Readings of fees, prices and tips that are older are not used. */
  readonly observedAgeMsMax: number;
  /**
   * Blocks without a transaction after which its fee is raised, and again after as many for each
   * raise before.
   */
  readonly bumpAfterBlocks: number;
  /** Time that a transaction may be unknown to the chain before the same bytes are sent again. */
  readonly rebroadcastMs: number;
  /** Interval at which open transactions are looked up. */
  readonly monitorMs: number;
  /** Interval at which jobs are looked for without a notice. */
  readonly pollMs: number;
  /** Interval at which deposit addresses are looked at. */
  readonly sweepMs: number;
  /** Interval at which balances are compared with the books. */
  readonly reconcileMs: number;
  /**
   * Time without a comparison after which nothing new is signed for a moment: a chain that does not
   * tell older balances can be compared only while nothing is open.
   */
  readonly restAfterMs: number;
  /** The longest such pause. */
  readonly restMsMax: number;
  /** Age of a comparison of the depository with the books beyond which no withdrawal is paid. */
  readonly comparisonAgeMsMax: number;
  /**
   * Time for which readings must have told the same gain of a sender before it is booked as the
   * owner's capital.
   */
  readonly capitalWaitMs: number;
  /**
   * Time for which sequences that are neither mined nor ours may be in use before the chain halts.
   */
  readonly sequenceWaitMs: number;
  /**
   * Unused sequences before the oldest open transaction that are filled with transactions without
   * a payment; more halt the chain.
   */
  readonly sequenceGapMax: number;
  /** Interval at which payments of each token are simulated while nothing is due. */
  readonly probeMs: number;
  /** Interval at which earnings are looked for that are due. */
  readonly collectMs: number;
  /** Interval at which markers of payments are looked for that can be closed. */
  readonly markerMs: number;
  /** Interval at which sponsors are charged for gas that gasless deposits burned in vain. */
  readonly chargeMs: number;
  /** Times that a refund may fail in a simulation before an operator must look. */
  readonly refundAttemptsMax: number;
  /** Times that a call of ours may fail in a simulation before it is given up. */
  readonly relayAttemptsMax: number;
  /** Transactions of a refund or a call that are sent after one of them reverted on its chain. */
  readonly attemptsAfterRevertMax: number;
  /** Time that another process waits before it takes over from one that died. */
  readonly leaseSeconds: number;
}

/** Policy of a service by default. */
export const defaultPolicy: SolverPolicy = {
  batchMax: 200,
  capacityWaitMs: 0,
  revertWaitMs: 6_000,
  accountWaitMs: 30_000,
  gasFactorMax: 2n,
  gasLossMicroUsdMax: 50_000n,
  fillMicroUsdMax: {},
  gasWaitMs: 60_000,
  refundWaitMs: 600_000,
  priceLossBpsMax: 50n,
  priceWaitMs: 30_000,
  revertsPerPayerMax: 3,
  sponsoredTopupsPerRecipientMax: 3,
  fillGraceMs: 600_000,
  deadlineMarginSeconds: 30,
  originLagSecondsMax: 3_600,
  gasReserveFactor: 2n,
  observedAgeMsMax: 60_000,
  bumpAfterBlocks: 5,
  rebroadcastMs: 3_000,
  monitorMs: 500,
  pollMs: 1_000,
  sweepMs: 250,
  reconcileMs: 10_000,
  restAfterMs: 600_000,
  restMsMax: 20_000,
  comparisonAgeMsMax: 60_000,
  capitalWaitMs: 60_000,
  sequenceWaitMs: 30_000,
  sequenceGapMax: 16,
  probeMs: 10_000,
  refundAttemptsMax: 3,
  relayAttemptsMax: 3,
  attemptsAfterRevertMax: 1,
  leaseSeconds: 5,
  failedPermitsPerPayerMax: 3,
  failedGaslessPerKeyMax: 20,
  submissionGasPerPayerMax: 5_000_000,
  submissionGasPerKeyMax: 20_000_000,
  submissionGasMax: 60_000_000,
  collectMs: 30_000,
  markerMs: 3_600_000,
  chargeMs: 5_000,
  collectionMicroUsd: 1_000_000_000n,
  collectionAgeMsMax: 86_400_000,
  targetsMicroUsd: {},
  targetBandBps: 2_000n,
  transferMicroUsdMin: 1_000_000_000n,
  transferCooldownMs: 3_600_000,
  inFlightPerPathMicroUsdMax: 1_000_000_000_000n,
  inFlightMicroUsdMax: 2_000_000_000_000n,
  transferCostMicroUsdMax: 1_000_000_000n,
  transferMs: 1_000,
  fastFillHoldMsMax: 3_600_000,
  fastFillMs: 1_000,
  claimWaitMsMax: 3_600_000,
  claimAttemptsMax: 3,
  ...defaultBurnPolicy,
  ...defaultBreakerPolicy,
};

/** A fill whose payment is final. */
export interface PaidFill {
  readonly originChainId: number;
  readonly destinationChainId: number;
  /** Time from the deposit's finality until its payment was signed. */
  readonly seconds: number;
}

/** Parts that a solver works with. */
export interface SolverOptions {
  readonly chains: Chains;
  readonly settlement: Settlement;
  /** Rights to be the only writer of a sender. */
  readonly leases: Leases;
  /** Price of an asset by its id, from memory. */
  readonly prices: PriceSource['price'];
  readonly clock: Clock;
  /** Random bytes, for the keys of collections; those of the machine by default. */
  readonly randomBytes?: ((length: number) => Uint8Array) | undefined;
  readonly log: Log;
  /** Told of each fill once its payment is final. */
  readonly onFill?: ((fill: PaidFill) => void) | undefined;
  /** Told after each look how many transactions of a chain keep a fee that blocks pass over. */
  readonly onStanding?: ((chainId: number, transactions: number) => void) | undefined;
  /** Paths by which inventory is moved between chains, as they are now. Default: none. */
  readonly paths?: (() => readonly RebalancePath[]) | undefined;
  /** Called with the name of each point of {@link solverFailpoints}. */
  readonly failpoint?: ((name: string) => void) | undefined;
  /**
   * Name of this process among the workers of the database; a restarted one with the same name goes
   * on at once.
   */
  readonly worker: string;
  /** Ids of the chains that this process may pay on. Default: all. */
  readonly assigned?: ReadonlySet<number> | undefined;
  /** Differences from {@link defaultPolicy}. */
  readonly policy?: Partial<SolverPolicy> | undefined;
}

/** A chain on which money can be spent. */
export type SpendingChain = Chain & { readonly spend: Spend };

/** Everything that work on one chain needs. */
export interface ChainContext extends Omit<SolverOptions, 'policy' | 'randomBytes'> {
  readonly randomBytes: (length: number) => Uint8Array;
  readonly chain: SpendingChain;
  readonly policy: SolverPolicy;
  /** Whether a payment of a currency failed when it was tried last; then it is simulated first. */
  readonly isDoubted?: ((currency: string) => boolean) | undefined;
  /** Asks for a comparison of balances with the books soon: something waits for one. */
  readonly askComparison?: (() => void) | undefined;
  /** Stops what would take out too much. */
  readonly outflows?: OutflowMeter | undefined;
  /** Transactions that nodes refused for their fee since the monitor looked last. */
  readonly underpriced?: Set<string> | undefined;
  /** Transactions that keep their last fee, because a higher one is not covered now. */
  readonly standing?: Set<string> | undefined;
  /** Counts how fills end. */
  readonly outcomes?: OutcomeTally | undefined;
}

/** A chain as the ledger knows it. */
export function ledgerChain({ id, native }: SpendingChain): LedgerChain {
  return { id, native: native.address };
}

/** Whether money can be spent on a chain. */
export function canSpend(chain: Chain): chain is SpendingChain {
  return chain.spend !== undefined;
}

/** Clock and limit by which readings are too old. */
export interface Freshness {
  readonly clock: Pick<Clock, 'now'>;
  readonly policy: Pick<SolverPolicy, 'observedAgeMsMax'>;
}

/** The value of a reading that is young enough. */
export function fresh<T>(
  { clock, policy }: Freshness,
  reading: Observed<T> | undefined,
): T | undefined {
  return reading === undefined || ageOf(reading, clock.now()) > policy.observedAgeMsMax
    ? undefined
    : reading.value;
}
