import { describeError } from '@portage/core';
import {
  isFinalAt,
  valueAtRisk,
  type Chain,
  type ChainEvent,
  type ChainProgress,
  type Depth,
  type DepositEvent,
  type EventPlace,
} from '@portage/core/chain';
import { readOpenDeposits } from '../chains/deposits/readOpenDeposits.js';
import { readCoveredFastFills } from '../owners/fastFills/useFastFills.js';
import { readUnconfirmedEvents, readUnproven, type EndingEvent } from '../kit/unconfirmedEvents.js';
import { readRaisedDepth } from '../transactions/breakers/breakers.js';
import type { ExposedDeposit, NextStep, StepContext } from './context.js';
import { createExposure, readExposed, type Exposure } from './exposure.js';

/** Deposits, or unconfirmed events, that one step looks at again; the rest waits for the next. */
const lookedAtMax = 5_000;

/** Milliseconds that a chain has to say what its endpoints agree on. */
const confirmMsMax = 10_000;

/** Answer of a quorum of endpoints about the events that a step would act on. */
export interface StepProof {
  /** Deposits that were not final before the step. */
  readonly openDeposits: number;
  /** Those of them that are final now. */
  readonly due: readonly DepositEvent[];
  /** Whether a deposit, of the step or due, is final: deep enough for a quorum. */
  readonly isFinal: (deposit: DepositEvent) => boolean;
  /**
   * Whether that is so only because an app guarantees it: by itself it is not deep enough.
   */
  readonly isEarly: (deposit: DepositEvent) => boolean;
  /** Deposits that are deep enough by our own reading alone. */
  readonly unconfirmedDeposits: number;
  /** Deposits that were exposed before the step, and still are; undefined where not known. */
  readonly exposed: readonly ExposedDeposit[] | undefined;
  /** Events of the step that would end requests, and that no quorum tells yet. */
  readonly unconfirmed: readonly EndingEvent[];
  /** Events that were unconfirmed before the step, and that a quorum tells now. */
  readonly released: readonly EndingEvent[];
  /** Events that are unconfirmed after the step. */
  readonly unconfirmedEvents: number;
  /** Confirmations that each deposit needs at least, while they are raised. */
  readonly raisedDepth: number | undefined;
}

const keyOf = ({ txId, ordinal }: EventPlace): string => `${txId}:${String(ordinal)}`;

/**
 * Asks a quorum about everything that a step would act on for good: deposits that are deep enough
 * to be spent, payments and swaps that nothing of ours vouches for, and reclaims. Most steps have
 * none of them, and ask no endpoint; the others ask once for all of it. One endpoint may invent an
 * event: until a quorum tells it, a deposit is not final and a request does not end.
 */
export async function proveStep(context: StepContext, next: NextStep): Promise<StepProof> {
  const { chain, position, advance, earlier } = next;
  const { settlement } = context;
  if (position.openDeposits > 0 || position.unconfirmedEvents > 0) await earlier?.written;
  const [open, waiting, unproven] = await Promise.all([
    position.openDeposits > 0 ? readOpenDeposits(settlement, chain.id, lookedAtMax) : [],
    position.unconfirmedEvents > 0 ? readUnconfirmedEvents(settlement, chain.id, lookedAtMax) : [],
    readUnproven(settlement, chain.id, endingsOf(chain, advance.events)),
  ]);
  const told = new Set(unproven.map(keyOf));
  const stillWaiting = waiting.filter((event) => !told.has(keyOf(event)));
  const deposits = new Map(
    [...open, ...advance.events.filter((event) => event.type === 'deposit')].map((event) => [
      keyOf(event),
      event,
    ]),
  );
  const covered = await readCoveredFastFills(settlement, [
    ...new Set([...deposits.values()].map(({ orderId }) => orderId)),
  ]);
  const progress = progressOf(next);
  const exposed = await readExposed(context, next, [...deposits.values()], progress);
  const exposure = createExposure(context, next, exposed, progress);
  // An operator may have cleared it since.
  const raisedDepth =
    position.raisedDepth === undefined ? undefined : await readRaisedDepth(settlement, chain.id);
  const deep = deepDeposits(context, chain, [...deposits.values()], {
    progress,
    covered,
    exposure,
    raisedDepth,
  });
  const endings = [...unproven, ...stillWaiting];
  const confirmed = await confirmAll(context, chain, [...deep, ...deepEndings(next, endings)]);
  const final = new Set(deep.flatMap(({ event }) => (confirmed.has(event) ? [keyOf(event)] : [])));
  const early = new Set(deep.flatMap(({ event, isEarly }) => (isEarly ? [keyOf(event)] : [])));
  const unconfirmed = unproven.filter((event) => !confirmed.has(event));
  const released = endings.filter((event) => confirmed.has(event));
  if (unconfirmed.length > 0)
    context.log('events wait for a quorum', { chain: chain.slug, events: unconfirmed.length });
  return {
    openDeposits: open.length,
    due: open.filter((event) => final.has(keyOf(event))),
    isFinal: (deposit) => final.has(keyOf(deposit)),
    isEarly: (deposit) => early.has(keyOf(deposit)),
    unconfirmedDeposits: deep.length - final.size,
    exposed,
    unconfirmed,
    released: waiting.length === 0 ? [] : released,
    unconfirmedEvents: endings.length - released.length,
    raisedDepth,
  };
}

/**
 * Payments by our own solver, swaps, and what depositors took themselves: whatever else is
 * reported ends no request and moves no money of the books.
 */
function endingsOf(chain: Chain, events: readonly ChainEvent[]): readonly EndingEvent[] {
  const sender = chain.spend?.sender;
  return events.flatMap((event): readonly EndingEvent[] => {
    if (event.type === 'swap' || event.type === 'reclaim') return [event];
    return event.type === 'fill' && event.solver === sender ? [event] : [];
  });
}

/**
 * Events that a quorum is asked about now: payments and swaps as soon as they are reported;
 * reclaims once the chain itself calls them final, because they are booked for good.
 */
function deepEndings(
  { position, advance }: NextStep,
  endings: readonly EndingEvent[],
): readonly ProvedEvent[] {
  const finalizedHeight = Math.max(position.finalizedHeight, advance.finalizedHeight);
  return endings.flatMap((event): readonly ProvedEvent[] => {
    if (event.type !== 'reclaim') return [{ event, depth: 1 }];
    return event.height <= finalizedHeight ? [{ event, depth: 'finalized' }] : [];
  });
}

interface ProvedEvent {
  readonly event: ChainEvent;
  /** Depth that each endpoint must see on it. */
  readonly depth: Depth;
}

/** A deposit that a quorum is asked about. */
interface ProvedDeposit extends ProvedEvent {
  readonly event: DepositEvent;
  /** Not deep enough by itself: an app guarantees it. */
  readonly isEarly: boolean;
}

/** How far a chain is with a step. */
export function progressOf({ position, advance }: NextStep): ChainProgress {
  return {
    height: advance.cursor.height,
    finalizedHeight: Math.max(position.finalizedHeight, advance.finalizedHeight),
    safeHeight: advance.safeHeight,
  };
}

/** Facts that decide which deposits are deep enough. */
interface DepthFacts {
  readonly progress: ChainProgress;
  /** Amounts that apps guarantee, by order. */
  readonly covered: ReadonlyMap<string, bigint>;
  readonly exposure: Exposure;
  readonly raisedDepth: number | undefined;
}

/**
 * Deposits on which enough blocks stand by our own reading, with the depth that they need, and
 * those that an app guarantees, whose block is enough. What the limit of exposure has no room for
 * waits for the deepest rule of the chain.
 */
function deepDeposits(
  { prices, clock }: StepContext,
  chain: Chain,
  deposits: readonly DepositEvent[],
  { progress, covered, exposure, raisedDepth = 1 }: DepthFacts,
): readonly ProvedDeposit[] {
  const now = clock.now();
  const deepest = (depth: Depth): Depth =>
    typeof depth === 'number' ? Math.max(depth, raisedDepth) : depth;
  const isRaised = (height: number): boolean =>
    height > progress.finalizedHeight && progress.height - height + 1 < raisedDepth;
  return deposits.flatMap((event): readonly ProvedDeposit[] => {
    const value = valueAtRisk(chain, event, prices, now);
    if (
      isFinalAt(chain, event.height, value, progress) &&
      !isRaised(event.height) &&
      exposure.admit(event, value)
    )
      return [{ event, depth: deepest(chain.finality.confirmations(value)), isEarly: false }];
    return event.amount <= (covered.get(event.orderId) ?? 0n)
      ? [{ event, depth: 1, isEarly: true }]
      : [];
  });
}

/** The events that a quorum tells; none of those that could not be asked about. */
async function confirmAll(
  { clock, log }: StepContext,
  chain: Chain,
  asked: readonly ProvedEvent[],
): Promise<ReadonlySet<ChainEvent>> {
  const depths = [...new Set(asked.map(({ depth }) => depth))];
  const confirmed = await Promise.all(
    depths.map(async (depth) => {
      const events = asked.filter((one) => one.depth === depth).map(({ event }) => event);
      try {
        const answers = await chain.observe.confirm(events, clock.timeout(confirmMsMax), depth);
        return events.filter((_, index) => answers[index] === true);
      } catch (error) {
        log('events could not be confirmed', { chain: chain.slug, error: describeError(error) });
        return [];
      }
    }),
  );
  return new Set(confirmed.flat());
}
