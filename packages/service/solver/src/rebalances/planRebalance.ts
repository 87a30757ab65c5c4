import { Money, type PricedAsset } from '@portage/core';
import type { LaneEnd, RebalanceLane, RebalancePath } from '@portage/core/plugin';
import type { RebalancingPolicy } from '../policy/rebalancingPolicy.js';
import type { Demand, StoredRebalance, RebalancePurpose } from './rebalance.js';

/** Holdings of a sender on a chain. */
export interface CurrencyHoldings extends LaneEnd {
  readonly balance: bigint;
  readonly reserved: bigint;
  readonly isHalted?: boolean | undefined;
}

/** Everything that a rebalance is decided by. */
export interface RebalanceFacts {
  /** Chain that it leaves. */
  readonly originChainId: number;
  readonly paths: readonly RebalancePath[];
  /** Inventory that orders wait for. */
  readonly demands: readonly Demand[];
  /** Rebalances that are open, and those of the last 24 hours. */
  readonly rebalances: readonly StoredRebalance[];
  readonly inventory: readonly CurrencyHoldings[];
  /** Decimals and present price of a currency; undefined before they are known. */
  readonly price: (end: LaneEnd) => PricedAsset | undefined;
  /** Worth that the operator wants of a currency, in micro-USD; undefined without a target. */
  readonly target: (end: LaneEnd) => bigint | undefined;
  readonly policy: RebalancingPolicy;
}

/** A rebalance that is to be made. */
export interface PlannedRebalance {
  readonly path: RebalancePath;
  readonly lane: RebalanceLane;
  readonly purpose: RebalancePurpose;
  readonly amount: bigint;
  readonly received: bigint;
  readonly seconds: number;
  readonly microUsd: bigint;
  readonly costMicroUsd: bigint;
}

/** Time for which a lane rests after a rebalance by it failed. */
const retryMs = 60_000;

const isSame = (a: LaneEnd, b: LaneEnd): boolean =>
  a.chainId === b.chainId && a.currency === b.currency;

const isOpen = ({ state }: StoredRebalance): boolean =>
  state === 'sending' || state === 'in flight';

/**
 * Decides about the next rebalance of a chain's inventory: for orders that wait at the other end of
 * a path, and then towards the operator's targets. What is in flight counts as if it had arrived.
 * Nothing is moved for a quote: only a final deposit makes an order wait. Pure.
 */
export function planRebalance(facts: RebalanceFacts): PlannedRebalance | undefined {
  const lanes = facts.paths.flatMap((path) =>
    path.lanes
      .filter(({ origin }) => origin.chainId === facts.originChainId)
      .map((lane) => ({ path, lane })),
  );
  for (const purpose of ['orders', 'target'] as const)
    for (const { path, lane } of lanes) {
      const wanted =
        purpose === 'orders' ? neededByOrders(lane, facts) : neededByTarget(path, lane, facts);
      const planned = wanted > 0n ? quoteLane({ path, lane, purpose, wanted }, facts) : undefined;
      if (planned !== undefined && isWithinBounds(planned, facts)) return planned;
    }
  return undefined;
}

/** Inventory of a currency that is not reserved; undefined where it is not counted, or in doubt. */
function freeOf(end: LaneEnd, { inventory }: RebalanceFacts): bigint | undefined {
  const row = inventory.find((held) => isSame(held, end));
  return row === undefined || row.isHalted === true ? undefined : row.balance - row.reserved;
}

/** Amount that open rebalances bring to a currency. */
function incomingOf(end: LaneEnd, { rebalances }: RebalanceFacts): bigint {
  return rebalances
    .filter((one) => isOpen(one) && isSame(one.lane.destination, end))
    .reduce((sum, { received }) => sum + received, 0n);
}

/** Amount that orders lack at the end of a lane. */
function neededByOrders({ destination }: RebalanceLane, facts: RebalanceFacts): bigint {
  const free = freeOf(destination, facts);
  if (free === undefined) return 0n;
  const demand = facts.demands
    .filter((one) => isSame(one, destination))
    .reduce((sum, { amount }) => sum + amount, 0n);
  return demand - free - incomingOf(destination, facts);
}

/**
 * Amount that a target lacks at the end of a lane, as far as the beginning has more than its own
 * target. Both must have one. A lane rests after any rebalance to its end, and after any in the
 * opposite direction.
 */
function neededByTarget(path: RebalancePath, lane: RebalanceLane, facts: RebalanceFacts): bigint {
  const { policy, rebalances } = facts;
  const { origin, destination } = lane;
  const isResting = rebalances.some(
    (one) =>
      one.ageMs < policy.cooldownMs &&
      (isSame(one.lane.destination, destination) ||
        isSame(one.lane.origin, destination) ||
        isSame(one.lane.destination, origin)),
  );
  const [from, to] = [standingOf(origin, facts), standingOf(destination, facts)];
  if (isResting || from === undefined || to === undefined) return 0n;
  const tolerated = Money.mulDivDown(to.target, policy.bandBps, Money.wholeBps);
  if (to.held + tolerated >= to.target) return 0n;
  const missing = to.target - to.held;
  const spare = from.free - from.target;
  const microUsd = missing < spare ? missing : spare;
  if (microUsd < policy.transferMicroUsdMin) return 0n;
  const wanted = Money.fromUsdDown(microUsd, to.priced.decimals, to.priced.price);
  // What the path keeps comes off what is spare.
  const asked = path.quote(lane, wanted)?.amount ?? 0n;
  return asked > 0n && asked <= (freeOf(origin, facts) ?? 0n) ? wanted : 0n;
}

/** Worth of a currency beside its target, in micro-USD. */
export interface Standing {
  readonly target: bigint;
  /** Free of promises. */
  readonly free: bigint;
  /** All of it, with what is on its way to it. */
  readonly held: bigint;
  readonly priced: PricedAsset;
}

/** Standing of a currency; undefined without a target, a price or a count. */
export function standingOf(end: LaneEnd, facts: RebalanceFacts): Standing | undefined {
  const [target, priced] = [facts.target(end), facts.price(end)];
  const [row, free] = [facts.inventory.find((held) => isSame(held, end)), freeOf(end, facts)];
  if (target === undefined || priced === undefined || row === undefined || free === undefined)
    return undefined;
  const worth = (amount: bigint): bigint => Money.usdDown(amount, priced.decimals, priced.price);
  return { target, priced, free: worth(free), held: worth(row.balance + incomingOf(end, facts)) };
}

interface WantedRebalance extends Pick<PlannedRebalance, 'path' | 'lane' | 'purpose'> {
  readonly wanted: bigint;
}

function quoteLane(
  { path, lane, purpose, wanted }: WantedRebalance,
  facts: RebalanceFacts,
): PlannedRebalance | undefined {
  const quote = path.quote(lane, wanted);
  const [given, taken] = [facts.price(lane.origin), facts.price(lane.destination)];
  const free = freeOf(lane.origin, facts);
  if (quote === undefined || given === undefined || taken === undefined || free === undefined)
    return undefined;
  const { amount, seconds } = quote;
  if (amount > free) return undefined;
  const microUsd = Money.usdUp(amount, given.decimals, given.price);
  const worth = Money.usdDown(wanted, taken.decimals, taken.price);
  const costMicroUsd = microUsd > worth ? microUsd - worth : 0n;
  return { path, lane, purpose, amount, received: wanted, seconds, microUsd, costMicroUsd };
}

/**
 * Whether a rebalance keeps what is in flight, over its path and over all, within its bounds, and
 * what paths kept in 24 hours. A lane rests after a rebalance by it failed, and after one is late.
 */
function isWithinBounds(
  { path, lane, microUsd, costMicroUsd }: PlannedRebalance,
  { rebalances, policy }: RebalanceFacts,
): boolean {
  const sum = (counted: readonly StoredRebalance[], of: 'microUsd' | 'costMicroUsd'): bigint =>
    counted.reduce((total, one) => total + one[of], 0n);
  const open = rebalances.filter(isOpen);
  const ofPath = open.filter((one) => one.path === path.name);
  const made = rebalances.filter(({ state }) => state !== 'failed');
  const isResting = rebalances.some(
    (one) =>
      isSame(one.lane.origin, lane.origin) &&
      isSame(one.lane.destination, lane.destination) &&
      (one.isLate || (one.state === 'failed' && one.ageMs < retryMs)),
  );
  return (
    !isResting &&
    sum(ofPath, 'microUsd') + microUsd <= policy.inFlightPerPathMicroUsdMax &&
    sum(open, 'microUsd') + microUsd <= policy.inFlightMicroUsdMax &&
    sum(made, 'costMicroUsd') + costMicroUsd <= policy.costMicroUsdMax
  );
}
