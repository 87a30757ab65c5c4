import type { Clock } from '@portage/core';
import type { AddressCurrency, DepositAddresses } from '@portage/core/chain';
import type { ActiveAddress, Settlement } from '@portage/settlement';

/**
 * For how long after it was made an address is looked at with every block, where its currency
 * leaves no trace in logs.
 */
const freshMs = 3_600_000;

/** Rows may become visible later than younger ones: they are written together. */
const overlapMs = 30_000;

/** Blocks that are looked at again, because a reorg may have changed them. */
const overlapBlocks = 8;

/** Addresses that are read at once. */
const pageMax = 5_000;

/** Balances of fresh addresses, and of old ones, that are read with one block. */
const freshMax = 500;
const oldMax = 100;

/** A deposit address and a currency whose balance is to be read. */
export interface Suspect extends AddressCurrency {
  readonly owner: ActiveAddress;
}

/** Keeps the addresses of a chain in memory and says which of them to look at. */
export interface Watch {
  /**
   * Addresses whose balances are to be read now: those that were told of by logs, and some of those
   * that logs say nothing of.
   */
  suspects(tip: number, signal: AbortSignal): Promise<readonly Suspect[]>;
  /** Marks an address that no longer has to be looked at. */
  settle(suspect: Suspect): void;
}

/** The chain whose addresses are watched. */
export interface AddressWatchOptions {
  readonly settlement: Settlement;
  readonly chainId: number;
  readonly addresses: DepositAddresses;
  /** Native currency of the chain. Its balances are read in turn, unless receipts tell of it. */
  readonly native: string;
  readonly clock: Pick<Clock, 'elapsed'>;
}

/** An address in memory. Times are of our own clock, measured from what the database's says. */
interface WatchedAddress extends ActiveAddress {
  /** Time up to which it is looked at with every block. */
  readonly freshUntil: number;
  readonly watchedUntil: number;
}

/** Suspects in the order in which they are to be looked at. */
interface Suspects extends Pick<Watch, 'settle'> {
  add(owner: ActiveAddress, currency: string): void;
  /** The next ones, which go behind the others: no flood keeps an address waiting. */
  next(): readonly Suspect[];
}

function createSuspects(): Suspects {
  const due = new Map<string, Suspect>();
  const keyOf = ({ address, currency }: AddressCurrency): string => `${address} ${currency}`;
  return {
    add: (owner, currency) => {
      const one = { address: owner.address, currency, owner };
      due.set(keyOf(one), one);
    },
    next: () => {
      const next = [...due].slice(0, freshMax + oldMax);
      for (const [key, one] of next) {
        due.delete(key);
        due.set(key, one);
      }
      return next.map(([, one]) => one);
    },
    settle: (one) => {
      due.delete(keyOf(one));
    },
  };
}

/**
 * Says whose native currency to read, which moves without logs: fresh addresses, old ones in turn.
 */
function createTurns(
  native: string,
  clock: Pick<Clock, 'elapsed'>,
): (known: Iterable<WatchedAddress>) => readonly WatchedAddress[] {
  let turn = 0;
  return (known) => {
    const silent = [...known].filter(({ currency }) => currency === native);
    const fresh = silent.filter(({ freshUntil }) => clock.elapsed() < freshUntil).slice(-freshMax);
    const old = silent.slice(0, silent.length - fresh.length);
    const count = Math.min(oldMax, old.length);
    const taken = Array.from({ length: count }, (_, index) => old[(turn + index) % old.length]);
    turn += oldMax;
    return [...fresh, ...taken.filter((owner) => owner !== undefined)];
  };
}

/**
 * Makes the watch of one chain. Its work with a block is bounded, however many addresses there are.
 */
export function createAddressWatch(options: AddressWatchOptions): Watch {
  const { settlement, chainId, addresses, native, clock } = options;
  const known = new Map<string, WatchedAddress>();
  const suspects = createSuspects();
  const takeTurn = createTurns(native, clock);
  let newest = { createdAt: 0, orderId: '' };
  let scanned: number | undefined;
  /** The newest block at the look before, while the chain has no addresses. */
  let passed: number | undefined;

  /**
   * Every address is looked at when it is first known: it may have been paid while nobody watched.
   */
  async function load(): Promise<void> {
    let after = { createdAt: newest.createdAt - overlapMs, orderId: '' };
    for (;;) {
      const page = await settlement.addresses.active(chainId, { after, limit: pageMax });
      const now = clock.elapsed();
      for (const owner of page) {
        if (known.has(owner.address)) continue;
        known.set(owner.address, {
          ...owner,
          freshUntil: now + freshMs - owner.ageMs,
          watchedUntil: now + owner.remainingMs,
        });
        suspects.add(owner, owner.currency);
      }
      const last = page.at(-1);
      if (last === undefined) return;
      after = { createdAt: last.createdAt, orderId: last.orderId };
      if (last.createdAt > newest.createdAt) newest = after;
      if (page.length < pageMax) return;
    }
  }

  /**
   * Passes over a chain that never had an address. What is known of open work may be older than
   * this look, but not than the one before: the blocks since then are read once there is one.
   */
  async function isWithout(tip: number): Promise<boolean> {
    if (known.size > 0) return false;
    const { has } = await settlement.chains.openWork();
    if (has(chainId, 'addresses')) return false;
    scanned = passed ?? tip;
    passed = tip;
    return true;
  }

  async function readLogs(tip: number, signal: AbortSignal): Promise<void> {
    const first = scanned === undefined ? tip : Math.max(0, Math.min(scanned, tip) - overlapBlocks);
    for (const { address, currency } of known.size === 0
      ? []
      : await addresses.receipts([...known.keys()], { first, last: tip }, signal)) {
      const owner = known.get(address);
      if (owner !== undefined) suspects.add(owner, currency);
    }
    scanned = tip;
  }

  return {
    suspects: async (tip, signal) => {
      if (tip !== scanned && !(await isWithout(tip))) {
        await load();
        for (const owner of known.values())
          if (owner.watchedUntil < clock.elapsed()) known.delete(owner.address);
        await readLogs(tip, signal);
        const silent = addresses.receiptsTellNative === true ? [] : takeTurn(known.values());
        for (const owner of silent) suspects.add(owner, native);
      }
      return suspects.next();
    },
    settle: suspects.settle,
  };
}
