import type { ChainEvent, DepositEvent } from '@portage/core';

const REMEMBERED_MAX = 10_000;

/** Deposits that the observer read in blocks which stand. */
export interface Sightings {
  add(events: readonly ChainEvent[]): void;
  /** The chain took back everything above a height. */
  rollback(height: number): void;
  readonly has: (deposit: DepositEvent) => boolean;
}

/** Remembers the newest sightings; what is forgotten is simply asked for again. */
export function createSightings(): Sightings {
  const heights = new Map<string, number>();
  return {
    add: (events) => {
      for (const event of events) if (event.type === 'deposit') heights.set(fingerprint(event), event.height);
      for (const oldest of heights.keys()) {
        if (heights.size <= REMEMBERED_MAX) break;
        heights.delete(oldest);
      }
    },
    rollback: (height) => {
      for (const [key, at] of heights) if (at > height) heights.delete(key);
    },
    has: (deposit) => heights.has(fingerprint(deposit)),
  };
}

/** Everything that a deposit says, in one text: two that differ anywhere are two deposits. */
export function fingerprint(deposit: DepositEvent): string {
  const { txId, ordinal, height, blockHash, orderId, depositor, payer, currency, amount } = deposit;
  return [txId, ordinal, height, blockHash, orderId, depositor, payer, currency, amount].join('/');
}
