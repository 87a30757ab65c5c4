import type { Chain, ChainEvent, ChainUpdate, Observe } from '@portage/core/chain';
import { fakeAddress } from '@portage/testing';
import { solverAccount, usdc } from './createWorld.js';
import { callEndpoint, unreachable, type CallContext } from './faultyCalls.js';

const never = new Promise<never>(() => undefined);

/** An event that did not happen: money of an order that nobody has paid, or its payment. */
function invent(
  { random }: CallContext,
  orderId: string,
  { height, hash }: { readonly height: number; readonly hash: string },
): ChainEvent {
  const txId = `0x${Buffer.from(random.bytes(32)).toString('hex')}`;
  const place = { txId, ordinal: 0, height, blockHash: hash };
  const money = { currency: usdc, amount: 1_000_000n };
  const payer = fakeAddress('liar');
  return random.chance(0.5)
    ? { type: 'deposit', ...place, ...money, orderId, depositor: payer, payer }
    : {
        ...{ type: 'fill', ...place, ...money, orderId },
        ...{ solver: solverAccount, recipient: fakeAddress('liar') },
      };
}

/** Events as an endpoint may tell them. */
function retell(
  context: CallContext,
  update: ChainUpdate & { readonly type: 'advance' },
  newestOrder: () => string | undefined,
): ChainUpdate {
  const { faults, random } = context;
  let events = [...update.events];
  if (events.length > 0 && faults.roll('event duplicate')) events = [...events, ...events];
  if (events.length > 1 && faults.roll('event reorder'))
    events = events
      .map((event) => ({ event, place: random.next() }))
      .sort((one, other) => one.place - other.place)
      .map(({ event }) => event);
  const orderId = newestOrder();
  if (orderId !== undefined && faults.roll('rpc lie'))
    events = [...events, invent(context, orderId, update.cursor)];
  return { ...update, events };
}

/** A chain as a process reads it, through endpoints that fail, repeat themselves and lie. */
export function faultyObserve(
  context: CallContext,
  { observe }: Chain,
  newestOrder: () => string | undefined,
): Observe {
  const { life, faults, clock, random } = context;
  async function* updates(
    known: Parameters<Observe['updates']>[0],
    signal: AbortSignal,
  ): AsyncGenerator<ChainUpdate> {
    const inner = AbortSignal.any([signal, life.died]);
    for await (const update of observe.updates(known, inner)) {
      if (life.isOver()) await never;
      if (faults.roll('stream drop')) throw unreachable();
      if (faults.roll('stream delay')) await clock.sleep(random.between(100, 6_000), signal);
      yield update.type === 'advance' ? retell(context, update, newestOrder) : update;
      if (life.isOver()) await never;
    }
    if (life.isOver()) await never;
  }
  return {
    ...observe,
    updates,
    trace: (txId, signal) => callEndpoint(context, () => observe.trace(txId, signal)),
    confirm: (events, signal) => callEndpoint(context, () => observe.confirm(events, signal)),
    tip: () => {
      const tip = observe.tip();
      if (tip === undefined || faults.roll('reading missing')) return undefined;
      return { value: tip.value, observedAt: clock.now() };
    },
  };
}
