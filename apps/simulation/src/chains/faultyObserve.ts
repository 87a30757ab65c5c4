import type { ChainEvent, ChainUpdate, Cursor, Observe } from '@portage/core/chain';
import type { Reread } from '@portage/core/plugin';
import { fakeAddress, type FakeChain } from '@portage/testing';
import { solverAccount, usdc, type WorldChain } from './createWorld.js';
import { callEndpoint, unreachable, type CallContext } from './faultyCalls.js';

type Advance = ChainUpdate & { readonly type: 'advance' };

const never = new Promise<never>(() => undefined);

/** Account that pays nothing: endpoints invent its deposits. */
export const liar: string = fakeAddress('liar');

/** Blocks whose events a stream may tell again when it begins. */
const overlapBlocks = 30;

/** An event that did not happen: money of an unpaid order, or its payment. */
function invent(
  { random }: CallContext,
  orderId: string,
  { height, hash }: { readonly height: number; readonly hash: string },
): ChainEvent {
  const txId = `0x${Buffer.from(random.bytes(32)).toString('hex')}`;
  const place = { txId, ordinal: 0, height, blockHash: hash };
  const money = { currency: usdc, amount: 1_000_000n };
  return random.chance(0.5)
    ? { type: 'deposit', ...place, ...money, orderId, depositor: liar, payer: liar }
    : { type: 'fill', ...place, ...money, orderId, solver: solverAccount, recipient: liar };
}

const eventsOf = (fake: FakeChain, first: number, last: number): readonly ChainEvent[] =>
  fake
    .blocks()
    .slice(Math.max(0, first), last + 1)
    .flatMap(({ transactions }) => transactions.flatMap(({ events }) => events));

/** Events as an endpoint may tell them. */
function retell(
  context: CallContext,
  update: Advance,
  newestOrder: () => string | undefined,
): Advance {
  const { faults, random } = context;
  let events = [...update.events];
  if (events.length > 0 && faults.roll('lie: no events')) events = [];
  if (events.length > 0 && faults.roll('event duplicate')) events = [...events, ...events];
  if (events.length > 1 && faults.roll('event reorder'))
    events = events
      .map((event) => ({ event, place: random.next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ event }) => event);
  const orderId = newestOrder();
  if (orderId !== undefined && faults.roll('lie: event'))
    events = [...events, invent(context, orderId, update.cursor)];
  return { ...update, events };
}

/** A second reading of blocks, by which events are found that an endpoint left out. */
function rereadOf(context: CallContext, fake: FakeChain): Reread {
  return {
    everyMs: 15_000,
    blocksMax: 50,
    read: ({ first, last }) =>
      callEndpoint(context, () =>
        Promise.resolve(
          eventsOf(fake, first, last).map(({ txId, ordinal }) => ({ txId, ordinal })),
        ),
      ),
  };
}

/** The newest block as an endpoint tells it that may be behind. */
function tipOf({ faults, random }: CallContext, fake: FakeChain, newest: Cursor): Cursor {
  if (!faults.roll('lie: head')) return newest;
  return fake.blocks().at(-1 - random.between(1, 8))?.cursor ?? newest;
}

/** A chain as a process reads it, through endpoints that fail, repeat themselves and lie. */
export function faultyObserve(
  context: CallContext,
  { fake, chain: { observe } }: WorldChain,
  newestOrder: () => string | undefined,
): Observe {
  const { life, faults, clock, random } = context;
  async function* updates(
    known: Parameters<Observe['updates']>[0],
    signal: AbortSignal,
  ): AsyncGenerator<ChainUpdate> {
    const inner = AbortSignal.any([signal, life.died]);
    let overlaps = known.length > 0 && faults.roll('event overlap');
    for await (const update of observe.updates(known, inner)) {
      if (life.isOver()) await never;
      if (faults.roll('stream drop')) throw unreachable();
      if (faults.roll('stream delay')) await clock.sleep(random.between(100, 6_000), signal);
      if (update.type === 'rollback') yield update;
      else {
        const first = update.blocks[0]?.height ?? update.cursor.height;
        const again = overlaps ? eventsOf(fake, first - overlapBlocks, first - 1) : [];
        overlaps = false;
        yield retell(context, { ...update, events: [...again, ...update.events] }, newestOrder);
      }
      if (life.isOver()) await never;
    }
    if (life.isOver()) await never;
  }
  return {
    ...observe,
    updates,
    reread: rereadOf(context, fake),
    trace: (txId, signal) => callEndpoint(context, () => observe.trace(txId, signal)),
    confirm: (events, signal) => callEndpoint(context, () => observe.confirm(events, signal)),
    tip: () => {
      const tip = observe.tip();
      if (tip === undefined || faults.roll('reading missing')) return undefined;
      return { value: tipOf(context, fake, tip.value), observedAt: clock.now() };
    },
  };
}
