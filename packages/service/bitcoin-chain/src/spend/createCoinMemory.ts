import type { Quorum } from '@portage/chain-kit';
import { isPortageError } from '@portage/core';
import { ageOf } from '@portage/core/plugin';
import { outpointOf, type Outpoint, type OwnedCoin } from '../coins/coin.js';
import { judgeCoins, largestFirst, undecidedCoin, uniqueCoins } from '../coins/confirmCoins.js';
import type { Listing } from './listOwnCoins.js';

/** Milliseconds for which a coin that is gone is asked about: a reorg may bring it back. */
const goneMsMax = 7_200_000;
/** Coins that are gone and asked about, at most. */
const goneMax = 2_000;
/** Young coins whose origins are kept: the largest. */
const originsMax = 200;
/** Coins that one transaction spends, where its outputs are to be spent while they are young. */
const originCoinsMax = 500;

/** Coins of ours in blocks, from memory. */
export interface CoinMemory {
  /** Unspent outputs in blocks; undefined while not known, or too old. */
  readonly confirmed: () => readonly OwnedCoin[] | undefined;
  /** Whether `confirmed` lacks none: a quorum told of each coin that there may be. */
  readonly isWhole: () => boolean;
  /**
   * Those of them that no transaction in a block is known to spend since they were read. A young
   * one is among them once it is known what its own transaction spends.
   */
  readonly spendable: () => readonly OwnedCoin[] | undefined;
  /** Addresses whose coins no endpoint of Esplora listed when they were read last. */
  readonly unlisted: () => readonly string[];
  /**
   * Takes note of coins that a transaction in a block spends: until they are read again they would
   * pass for unspent, and a payment out of them could never land.
   */
  markSpent(coins: readonly Outpoint[]): void;
  /**
   * Takes note of coins that a transaction of ours spends which may still land: endpoints list the
   * newest of those alone.
   */
  remember(coins: readonly OwnedCoin[]): void;
  /** Reads them again. @throws PortageError `RPC_HTTP_ERROR`; what was known then grows old */
  refresh(signal?: AbortSignal): Promise<void>;
}

/** Options of {@link createCoinMemory}. */
export interface CoinMemoryOptions {
  /** Coins that there may be; given the height up to which they are known already. */
  readonly list: (completeAt: number | undefined, signal?: AbortSignal) => Promise<Listing>;
  /** Endpoints of Core that must agree on each coin. */
  readonly quorum: Quorum;
  /** Blocks that must stand on a transaction before nothing takes it back. */
  readonly finalDepth: number;
  /** Reader of the inputs of transactions, by their ids. Absent where nothing is spent. */
  readonly readOrigins?:
    | ((
        txIds: readonly string[],
        signal?: AbortSignal,
      ) => Promise<ReadonlyMap<string, readonly Outpoint[]>>)
    | undefined;
  /** Milliseconds for which a reading counts. */
  readonly ageMsMax: number;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
}

/** A coin that was unspent once, or that a transaction of ours spends. */
interface RememberedCoin {
  readonly coin: OwnedCoin;
  /** Time since which it is not there; undefined while it is. */
  readonly goneAt: number | undefined;
}

/**
 * Keeps the coins of addresses of ours. A listing only says where to look: a coin counts when a
 * quorum of Core's endpoints has it in a block, unspent there, with its value and script. An
 * endpoint that leaves coins out makes us poorer for a while, and one that invents them does
 * nothing. One of which no quorum tells the same is not spent, and leaves sums unknown: it is not
 * gone. What a waiting transaction spends counts until a block has that one.
 */
export function createCoinMemory(options: CoinMemoryOptions): CoinMemory {
  const { quorum, finalDepth, ageMsMax, clock } = options;
  const origins = createOrigins(options);
  let known: readonly OwnedCoin[] = [];
  let listing: Omit<Listing, 'coins'> = { completeAt: undefined, unlisted: [] };
  let readAt = -Infinity;
  let isWhole = false;
  let last: Promise<void> = Promise.resolve();
  const remembered = new Map<string, RememberedCoin>();
  const spentAt = new Map<string, number>();
  const confirmed = (): readonly OwnedCoin[] | undefined =>
    ageOf({ observedAt: readAt }, clock()) <= ageMsMax ? known : undefined;

  async function read(signal: AbortSignal | undefined): Promise<void> {
    const startedAt = clock();
    const { coins, ...told } = await options.list(listing.completeAt, signal);
    const before = [...remembered.values()].map(({ coin }) => coin);
    const candidates = uniqueCoins([...before, ...coins]);
    const states = await judgeCoins(quorum, candidates, finalDepth, signal);
    if (states.length > 0 && states.every((state) => state === 'unknown')) throw undecidedCoin();
    const found = candidates.flatMap((coin, index): readonly OwnedCoin[] =>
      states[index] === 'young' || states[index] === 'final'
        ? [{ ...coin, isFinal: states[index] === 'final' }]
        : [],
    );
    known = await origins.add(found, signal);
    [readAt, listing, isWhole] = [startedAt, told, !states.includes('unknown')];
    keepInMind(remembered, known, startedAt);
    // A reading that began before may have missed the block.
    for (const [outpoint, at] of spentAt) if (at < startedAt) spentAt.delete(outpoint);
  }

  return {
    confirmed,
    isWhole: () => isWhole,
    spendable: () =>
      confirmed()?.filter(
        (coin) =>
          !spentAt.has(outpointOf(coin)) && (coin.isFinal === true || coin.madeFrom !== undefined),
      ),
    unlisted: () => listing.unlisted,
    markSpent: (coins) => {
      for (const coin of coins) spentAt.set(outpointOf(coin), clock());
    },
    remember: (coins) => {
      for (const coin of coins)
        if (!remembered.has(outpointOf(coin)))
          remembered.set(outpointOf(coin), { coin, goneAt: clock() });
    },
    refresh: (signal) => {
      // One reading after the other: an older one must not take the place of a newer one.
      last = last.catch(() => undefined).then(() => read(signal));
      return last;
    },
  };
}

/** Keeps coins in mind that are there, and for a while those that were. */
function keepInMind(
  remembered: Map<string, RememberedCoin>,
  there: readonly OwnedCoin[],
  now: number,
): void {
  const names = new Set(there.map(outpointOf));
  for (const coin of there) remembered.set(outpointOf(coin), { coin, goneAt: undefined });
  const gone: string[] = [];
  for (const [name, { coin, goneAt = now }] of [...remembered]) {
    if (names.has(name)) continue;
    remembered.delete(name);
    if (now - goneAt > goneMsMax) continue;
    // Those that went last come last.
    remembered.set(name, { coin, goneAt });
    gone.push(name);
  }
  for (const name of gone.slice(0, -goneMax)) remembered.delete(name);
}

/** Tells of young coins what their transactions spend: another spender of that takes them away. */
function createOrigins({ readOrigins }: CoinMemoryOptions): {
  /** The same coins, with what is known of them. */
  add(coins: readonly OwnedCoin[], signal: AbortSignal | undefined): Promise<readonly OwnedCoin[]>;
} {
  let known: ReadonlyMap<string, readonly Outpoint[]> = new Map();
  return {
    add: async (coins, signal) => {
      if (readOrigins === undefined) return coins;
      const young = largestFirst(coins.filter(({ isFinal }) => isFinal !== true));
      const wanted = new Set(young.slice(0, originsMax).map(({ txId }) => txId));
      const kept = [...known].filter(([txId]) => wanted.has(txId));
      try {
        const missing = [...wanted].filter((txId) => !known.has(txId));
        known = new Map([...kept, ...(await readOrigins(missing, signal))]);
      } catch (error) {
        signal?.throwIfAborted();
        if (!isPortageError(error)) throw error;
        // They are spent when the next reading knows.
        known = new Map(kept);
      }
      return coins.map((coin) => {
        const madeFrom = coin.isFinal === true ? undefined : known.get(coin.txId);
        const isShort = madeFrom !== undefined && madeFrom.length <= originCoinsMax;
        return { ...coin, madeFrom: isShort ? madeFrom : undefined };
      });
    },
  };
}
