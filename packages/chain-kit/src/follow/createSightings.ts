import type { ChainEvent, DepositEvent } from '@portage/core';

const rememberedMax = 10_000;

/** Deposits that the observer read in blocks which stand. */
export interface Sightings {
  add(events: readonly ChainEvent[]): void;
  /** The chain took back everything above a height. */
  rollback(height: number): void;
  readonly has: (deposit: DepositEvent) => boolean;
}

const placeOf = ({ txId, ordinal }: DepositEvent): string => `${txId}/${String(ordinal)}`;

/**
 * Remembers the newest sightings; what is forgotten is simply asked for again.
 *
 * @example
 * ```ts
 * const sightings = createSightings();
 * sightings.add([deposit]);
 * sightings.has(deposit); // true
 * ```
 */
export function createSightings(): Sightings {
  const sightings = new Map<string, DepositEvent>();
  return {
    add: (events) => {
      for (const event of events)
        if (event.type === 'deposit') sightings.set(placeOf(event), event);
      for (const oldest of sightings.keys()) {
        if (sightings.size <= rememberedMax) break;
        sightings.delete(oldest);
      }
    },
    rollback: (height) => {
      for (const [place, event] of sightings) if (event.height > height) sightings.delete(place);
    },
    has: (deposit) => {
      const seen = sightings.get(placeOf(deposit));
      return seen !== undefined && fingerprint(seen) === fingerprint(deposit);
    },
  };
}

/**
 * Everything that a deposit says, in one text: two that differ anywhere are two deposits.
 *
 * @example
 * ```ts
 * fingerprint(deposit) === fingerprint({ ...deposit, amount: 1n }); // false
 * ```
 */
export function fingerprint(deposit: DepositEvent): string {
  const { txId, ordinal, height, blockHash, orderId, depositor, payer, currency, amount } = deposit;
  return [txId, ordinal, height, blockHash, orderId, depositor, payer, currency, amount].join('/');
}
