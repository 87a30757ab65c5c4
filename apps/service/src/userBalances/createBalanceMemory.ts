import type { Balances } from '@portage/core/chain';

/** An account and a currency that it may have. */
type BalancePlace = Parameters<NonNullable<Balances['readMany']>>[0][number];

/** Payers whose balances are kept for each chain; the one that was asked for longest ago goes. */
const placesMax = 5_000;
/** Balances that one call reads. */
const readsMax = 100;
/** A payer is forgotten when nobody asked for its balance for so long. */
const askedMsMax = 60_000;
/** A balance is read again when it is so old. */
const freshMs = 10_000;
/** An older balance is not told. */
const toldMsMax = 60_000;

/** An allowance is told for as long as a reading takes to be made anew: payments use it up. */
const allowanceMsMax = 15_000;

/** Balances and allowances of payers who were seen lately, on one chain. */
export interface BalanceMemory {
  /** Notes that a balance was asked for, and tells it where it is known. */
  ask(place: BalancePlace, now: number): bigint | undefined;
  /** Balances to read now, those that were asked for last first; none twice at a time. */
  due(now: number): readonly BalancePlace[];
  /** Keeps what was read; undefined for what could not be read. */
  keep(
    places: readonly BalancePlace[],
    balances: readonly (bigint | undefined)[],
    now: number,
  ): void;
}

interface Kept {
  readonly place: BalancePlace;
  askedAt: number;
  /** Time of the last attempt to read it; undefined before the first one. */
  triedAt: number | undefined;
  balance: bigint | undefined;
  readAt: number;
}

/** Makes an empty memory. */
export function createBalanceMemory(): BalanceMemory {
  // In the order in which they were asked for.
  const kept = new Map<string, Kept>();
  const keyOf = ({ account, currency, spender = '' }: BalancePlace): string =>
    `${account} ${currency} ${spender}`;
  return {
    ask: (place, now) => {
      const key = keyOf(place);
      const known = kept.get(key) ?? {
        place,
        askedAt: now,
        triedAt: undefined,
        balance: undefined,
        readAt: 0,
      };
      known.askedAt = now;
      kept.delete(key);
      kept.set(key, known);
      const [oldest] = kept.keys();
      if (kept.size > placesMax && oldest !== undefined) kept.delete(oldest);
      const toldMs = place.spender === undefined ? toldMsMax : allowanceMsMax;
      return now - known.readAt <= toldMs ? known.balance : undefined;
    },
    due: (now) => {
      const due: Kept[] = [];
      for (const [key, each] of [...kept].reverse()) {
        if (now - each.askedAt > askedMsMax) kept.delete(key);
        else if (
          due.length < readsMax &&
          (each.triedAt === undefined || now - each.triedAt >= freshMs)
        )
          due.push(each);
      }
      for (const each of due) each.triedAt = now;
      return due.map(({ place }) => place);
    },
    keep: (places, balances, now) => {
      places.forEach((place, index) => {
        const [known, balance] = [kept.get(keyOf(place)), balances[index]];
        if (known !== undefined && balance !== undefined)
          Object.assign(known, { balance, readAt: now });
      });
    },
  };
}
