import type { Balances } from '@portage/core/chain';

/** An account and a currency that it may have. */
type BalancePlace = Parameters<NonNullable<Balances['readMany']>>[0][number];

/** Payers whose balances are kept for each chain; the one that was asked for longest ago goes. */
const placesMax = 5_000;
/** Balances that one call reads. */
const readsMax = 100;
/** A payer is forgotten when its balance was last asked for so long ago. */
const askedMsMax = 60_000;
/** A balance is read again when it is so old. */
const freshMs = 10_000;
/** An older balance is not given. */
const toldMsMax = 60_000;

/** An allowance is given for as long as a reading takes to be made anew: payments use it up. */
const allowanceMsMax = 15_000;
/** Payers who paid lately; the one that paid longest ago goes. */
const paidMax = 20_000;

/** Balances and allowances of payers who were seen lately, on one chain. */
export interface BalanceMemory {
  /** Notes that a balance was asked for, and tells it where it is known. */
  ask(place: BalancePlace, now: number): bigint | undefined;
  /** Balances to read now, those that were asked for last first; none twice at a time. */
  due(now: number): readonly BalancePlace[];
  /** Keeps what was read; undefined for what could not be read. */
  keep(places: readonly BalancePlace[], balances: readonly (bigint | undefined)[]): void;
  /**
   * An account has paid: allowances whose reading began before are not told any more, and all of it
   * is read again.
   */
  paid(account: string, now: number): void;
}

interface Kept {
  readonly place: BalancePlace;
  askedAt: number;
  /** Time at which the last attempt to read it began. */
  triedAt: number;
  balance: bigint | undefined;
  /** Time at which the reading that told it began. */
  readAt: number;
}

/** Makes an empty memory. */
export function createBalanceMemory(): BalanceMemory {
  // In the order in which they were asked for.
  const kept = new Map<string, Kept>();
  const paidAt = new Map<string, number>();
  const keyOf = ({ account, currency, spender = '' }: BalancePlace): string =>
    `${account} ${currency} ${spender}`;
  const lastPaid = (account: string): number => paidAt.get(account) ?? -Infinity;
  return {
    ask: (place, now) => {
      const key = keyOf(place);
      const known = kept.get(key) ?? {
        place,
        askedAt: now,
        triedAt: -Infinity,
        balance: undefined,
        readAt: -Infinity,
      };
      known.askedAt = now;
      kept.delete(key);
      kept.set(key, known);
      if (kept.size > placesMax) deleteOldest(kept);
      if (place.spender === undefined)
        return now - known.readAt <= toldMsMax ? known.balance : undefined;
      const isUsed = known.readAt <= lastPaid(place.account);
      return isUsed || now - known.readAt > allowanceMsMax ? undefined : known.balance;
    },
    due: (now) => {
      const due: Kept[] = [];
      for (const [key, each] of [...kept].reverse()) {
        if (now - each.askedAt > askedMsMax) kept.delete(key);
        else if (
          due.length < readsMax &&
          (now - each.triedAt >= freshMs || each.triedAt <= lastPaid(each.place.account))
        )
          due.push(each);
      }
      for (const each of due) each.triedAt = now;
      return due.map(({ place }) => place);
    },
    keep: (places, balances) => {
      places.forEach((place, index) => {
        const [known, balance] = [kept.get(keyOf(place)), balances[index]];
        if (known !== undefined && balance !== undefined)
          Object.assign(known, { balance, readAt: known.triedAt });
      });
    },
    paid: (account, now) => {
      paidAt.delete(account);
      paidAt.set(account, now);
      if (paidAt.size > paidMax) deleteOldest(paidAt);
    },
  };
}

function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
