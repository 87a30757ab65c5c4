import type { ChainEvent } from '@portage/core/chain';

const rememberedMax = 10_000;

/** Events that end or begin a payment, as the observer has read them in canonical blocks. */
export interface ObservedEvents {
  /** Adds the deposits, payments and swaps among events. */
  add(events: readonly ChainEvent[]): void;
  /** Forgets what lies above a height: a reorg took its blocks back. */
  rollback(height: number): void;
  /** Whether exactly this event was read, to the last field. */
  readonly has: (event: ChainEvent) => boolean;
}

const rememberedTypes: ReadonlySet<ChainEvent['type']> = new Set(['deposit', 'fill', 'swap']);

const positionOf = ({ txId, ordinal }: ChainEvent): string => `${txId}/${String(ordinal)}`;

/**
 * Remembers the newest events; a forgotten one is simply asked for again.
 *
 * @example
 * ```ts
 * const observedEvents = createObservedEvents();
 * observedEvents.add([deposit]);
 * observedEvents.has(deposit); // true
 * ```
 */
export function createObservedEvents(): ObservedEvents {
  const events = new Map<string, ChainEvent>();
  return {
    add: (added) => {
      for (const event of added)
        if (rememberedTypes.has(event.type)) events.set(positionOf(event), event);
      for (const oldest of events.keys()) {
        if (events.size <= rememberedMax) break;
        events.delete(oldest);
      }
    },
    rollback: (height) => {
      for (const [position, event] of events) if (event.height > height) events.delete(position);
    },
    has: (event) => {
      const observed = events.get(positionOf(event));
      return observed !== undefined && eventDigest(observed) === eventDigest(event);
    },
  };
}

/**
 * Every field of an event in one text: events that differ anywhere have different digests.
 *
 * @example
 * ```ts
 * eventDigest(deposit) === eventDigest({ ...deposit, amount: 1n }); // false
 * ```
 */
export function eventDigest(event: ChainEvent): string {
  return Object.entries(event)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${name}=${String(value)}`)
    .join('/');
}
