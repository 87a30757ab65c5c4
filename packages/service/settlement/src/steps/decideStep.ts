import type {
  Chain,
  ChainAdvance,
  ChainEvent,
  ChainProgress,
  DepositEvent,
  FillEvent,
  ReleaseEvent,
  SwapEvent,
} from '@portage/core/chain';
import type {
  ReclaimEvent,
  ReclaimRequestEvent,
} from '../chains/deposits/reclaims/reclaimEvents.js';
import type { Queryable } from '@portage/database';
import { readPaidBy } from '../orders/addresses/addressPayments.js';
import { holdArchive, leaveArchived } from '../chains/archived.js';
import { judgeDeposits, type JudgedDeposit } from '../chains/deposits/judgeDeposits.js';
import { readOrders } from '../chains/deposits/readOrderFacts.js';
import { withClaims } from '../payments/claims/withClaims.js';
import { judgeFills, type JudgedFill } from '../chains/fills/judgeFills.js';
import { nameReleases } from '../chains/fills/nameReleases.js';
import {
  readRefundTransactions,
  type RefundTransaction,
} from '../transactions/outbox/readRefundTransactions.js';
import type { ChainPosition, ExposedDeposit, NextStep, StepContext } from './context.js';
import { progressOf, type StepProof } from './proveStep.js';
import { isFinalForAny } from './exposure.js';

interface Sorted {
  readonly deposits: readonly DepositEvent[];
  readonly fills: readonly FillEvent[];
  readonly releases: readonly ReleaseEvent[];
  readonly swaps: readonly SwapEvent[];
  readonly reclaimRequests: readonly ReclaimRequestEvent[];
  readonly reclaims: readonly ReclaimEvent[];
}

/**
 * Events by type, each once: the same event may be reported twice in one step. What is unconfirmed
 * is left out, and what was unconfirmed and is no longer comes in.
 */
function sortEvents(
  told: ChainAdvance['events'],
  { due, unconfirmed, released }: StepProof,
): Sorted {
  const left = new Set<ChainEvent>(unconfirmed);
  const events = [...released, ...told.filter((event) => !left.has(event))];
  const deposits = new Map(due.map((event) => [`${event.txId}:${String(event.ordinal)}`, event]));
  const fills = new Map<string, FillEvent>();
  const releases = new Map<string, ReleaseEvent>();
  const swaps = new Map<string, SwapEvent>();
  const reclaimRequests = new Map<string, ReclaimRequestEvent>();
  const reclaims = new Map<string, ReclaimEvent>();
  for (const event of events) {
    const key = `${event.txId}:${String(event.ordinal)}`;
    if (event.type === 'deposit') deposits.set(key, event);
    if (event.type === 'fill') fills.set(key, event);
    if (event.type === 'release') releases.set(key, event);
    if (event.type === 'swap') swaps.set(key, event);
    if (event.type === 'reclaimRequest') reclaimRequests.set(key, event);
    if (event.type === 'reclaim') reclaims.set(key, event);
  }
  return {
    deposits: [...deposits.values()],
    fills: [...fills.values()],
    releases: [...releases.values()],
    swaps: [...swaps.values()],
    reclaimRequests: [...reclaimRequests.values()],
    reclaims: [...reclaims.values()],
  };
}

/** One step of a chain, decided and ready to be written. */
export interface Step {
  readonly advance: ChainAdvance;
  readonly judged: readonly JudgedDeposit[];
  readonly fills: readonly JudgedFill[];
  readonly releases: readonly ReleaseEvent[];
  readonly swaps: readonly SwapEvent[];
  /** Reclaims that were asked for, and those that were paid. */
  readonly reclaimRequests: readonly ReclaimRequestEvent[];
  readonly reclaims: readonly ReclaimEvent[];
  readonly refunds: readonly RefundTransaction[];
  readonly proof: StepProof;
  /** Orders that the step has to do with. */
  readonly orderIds: ReadonlySet<string>;
  /** Known position of the chain before the step, and after it. */
  readonly position: ChainPosition;
  readonly next: ChainPosition;
}

/** Adds the transfers of payers to deposits that came through addresses; most did not. */
async function withPayments(
  database: Queryable,
  chainId: number,
  judged: readonly JudgedDeposit[],
): Promise<readonly JudgedDeposit[]> {
  const swept = judged.filter(({ facts }) => facts?.address !== undefined);
  if (swept.length === 0) return judged;
  const lists = await readPaidBy(
    database,
    swept.map(({ event }) => ({ ...event, chainId })),
  );
  const paidBy = new Map(swept.map((deposit, index) => [deposit, lists[index] ?? []]));
  return judged.map((deposit) => {
    const list = paidBy.get(deposit) ?? [];
    return list.length === 0 ? deposit : { ...deposit, paidBy: list };
  });
}

/** Deposits of a step that are spent against before the deepest rule holds for them. */
function exposedOf(
  chain: Chain,
  judged: readonly JudgedDeposit[],
  progress: ChainProgress,
): readonly ExposedDeposit[] {
  return judged.flatMap(({ event, outcome, isEarly }) =>
    outcome === undefined ||
    outcome.type === 'suspense' ||
    isEarly ||
    isFinalForAny(chain, event.height, progress)
      ? []
      : [event],
  );
}

/**
 * Everything that can be decided before the step is written: nothing else writes deposits of this
 * chain. It may run while the step before is being written, and waits for that only where both have
 * to do with the same order, because then it needs what that step writes. Should that step fail,
 * this one is never written: the cursor is not where it starts from.
 */
export async function decideStep(
  { settlement, chains }: StepContext,
  { chain, position, advance, earlier }: NextStep,
  proof: StepProof,
  database: Queryable,
): Promise<Step> {
  const sorted = sortEvents(advance.events, proof);
  const orderIds = new Set([
    ...sorted.deposits.map(({ orderId }) => orderId),
    ...sorted.fills.map(({ orderId }) => orderId),
  ]);
  if (earlier !== undefined && [...orderIds].some((id) => earlier.orderIds.has(id)))
    await earlier.written;
  if (advance.events.length > 0 || orderIds.size > 0) await holdArchive(database);
  const facts = await readOrders(database, settlement.orders, [...orderIds]);
  const refunds = await readRefundTransactions(
    database,
    chain.id,
    sorted.releases.map(({ txId }) => txId),
  );
  const paidBack = new Set(refunds.map(({ txId }) => txId));
  const { deposits, fills, ...others } = await leaveArchived(database, chain.id, sorted, (event) =>
    event.type === 'release' ? paidBack.has(event.txId) : facts.has(event.orderId),
  );
  const input = { chain, chains, cursor: advance.cursor, facts };
  const judged = await withPayments(
    database,
    chain.id,
    judgeDeposits(
      input,
      deposits.map((event) => ({
        event,
        isFinal: proof.isFinal(event),
        isEarly: proof.isEarly(event),
      })),
    ),
  );
  // Counted rather than read again; an event that is reported twice makes it larger than it is,
  // which costs one query.
  const openDeposits =
    proof.openDeposits -
    proof.due.length +
    judged.filter(({ outcome }) => outcome === undefined).length;
  const progress = progressOf({ chain, position, advance, earlier });
  const next: ChainPosition = {
    from: advance.cursor.hash,
    finalizedHeight: progress.finalizedHeight,
    openDeposits,
    unconfirmedEvents: proof.unconfirmedEvents,
    unconfirmedDeposits: proof.unconfirmedDeposits,
    raisedDepth: proof.raisedDepth,
    exposed: proof.exposed && [...proof.exposed, ...exposedOf(chain, judged, progress)],
  };
  const judgedFills = await withClaims(database, chain.id, judgeFills(input, fills));
  const releases = nameReleases(others.releases, refunds);
  const told = { ...others, releases, refunds, orderIds };
  return { advance, judged, fills: judgedFills, ...told, proof, position, next };
}
