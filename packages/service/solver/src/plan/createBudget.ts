import type { InventoryRow } from '@portage/settlement';

/**
 * Why an amount cannot be held; undefined when it can. `unknown`: never counted, which is not the
 * same as zero.
 */
export type Shortage = 'unknown' | 'balance' | 'reserved' | undefined;

/** Amounts that a sender can still promise while a batch is planned. */
export interface Budget {
  shortage(currency: string, amount: bigint): Shortage;
  hold(currency: string, amount: bigint): void;
  /** Whether a sponsor can pay so many micro-USD. */
  covers(sponsor: string, microUsd: bigint): boolean;
  charge(sponsor: string, microUsd: bigint): void;
  /** Native currency held for the gas of fills with calls of this batch. */
  exposed(): bigint;
  expose(gas: bigint): void;
}

/** A budget that starts with what the database says of inventory and, in micro-USD, of sponsors. */
export function createBudget(
  rows: readonly InventoryRow[],
  sponsors: ReadonlyMap<string, bigint> = new Map(),
): Budget {
  const available = new Map(sponsors);
  let exposed = 0n;
  const left = new Map(
    rows.map(({ currency, balance, reserved }) => [
      currency,
      { balance, free: balance - reserved },
    ]),
  );
  return {
    shortage: (currency, amount) => {
      const row = left.get(currency);
      if (row === undefined) return 'unknown';
      if (row.balance < amount) return 'balance';
      return row.free < amount ? 'reserved' : undefined;
    },
    hold: (currency, amount) => {
      const row = left.get(currency);
      if (row !== undefined) left.set(currency, { ...row, free: row.free - amount });
    },
    covers: (sponsor, microUsd) => (available.get(sponsor) ?? 0n) >= microUsd,
    charge: (sponsor, microUsd) => {
      available.set(sponsor, (available.get(sponsor) ?? 0n) - microUsd);
    },
    exposed: () => exposed,
    expose: (gas) => {
      exposed += gas;
    },
  };
}
