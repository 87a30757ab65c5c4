import type { ChainEvent, DepositEvent } from '@portage/core/chain';

const rememberedMax = 10_000;

/** Deposits that the observer has read in blocks of the canonical chain. */
export interface ObservedDeposits {
  /** Adds the deposits among events. */
  add(events: readonly ChainEvent[]): void;
  /** Forgets the deposits above a height: a reorg took their blocks back. */
  rollback(height: number): void;
  /** Whether exactly this deposit was read, to the last field. */
  readonly has: (deposit: DepositEvent) => boolean;
}

const positionOf = ({ txId, ordinal }: DepositEvent): string => `${txId}/${String(ordinal)}`;

/**
 * Remembers the newest deposits; a forgotten one is simply asked for again.
 *
 * @example
 * ```ts
 * const observedDeposits = createObservedDeposits();
 * observedDeposits.add([deposit]);
 * observedDeposits.has(deposit); // true
 * ```
 */
export function createObservedDeposits(): ObservedDeposits {
  const deposits = new Map<string, DepositEvent>();
  return {
    add: (events) => {
      for (const event of events)
        if (event.type === 'deposit') deposits.set(positionOf(event), event);
      for (const oldest of deposits.keys()) {
        if (deposits.size <= rememberedMax) break;
        deposits.delete(oldest);
      }
    },
    rollback: (height) => {
      for (const [position, event] of deposits)
        if (event.height > height) deposits.delete(position);
    },
    has: (deposit) => {
      const observed = deposits.get(positionOf(deposit));
      return observed !== undefined && depositDigest(observed) === depositDigest(deposit);
    },
  };
}

/**
 * Every field of a deposit in one text: deposits that differ anywhere have different digests.
 *
 * @example
 * ```ts
 * depositDigest(deposit) === depositDigest({ ...deposit, amount: 1n }); // false
 * ```
 */
export function depositDigest(deposit: DepositEvent): string {
  const { txId, ordinal, height, blockHash, orderId, depositor, payer, currency, amount } = deposit;
  return [txId, ordinal, height, blockHash, orderId, depositor, payer, currency, amount].join('/');
}
