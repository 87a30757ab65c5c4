import { ageOf } from '@portage/core/plugin';
import { setMaxListeners } from 'node:events';
import type { Quorum, Rpc } from '@portage/chain-kit';
import { scriptOf, type BitcoinNetwork } from '@portage/bitcoin/transaction';
import { outpointOf, type Outpoint, type OwnedCoin } from '../coins/coin.js';
import {
  judgeCoins,
  listCandidates,
  undecidedCoin,
  uniqueCoins,
  type CoinState,
  type OwnAccount,
} from '../coins/confirmCoins.js';
import { readOrigins } from '../coins/readOrigins.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { sweptMax } from './worthCoins.js';

/** Addresses that are asked about at the same time. */
const askedTogether = 8;
/** Addresses whose coins are remembered, the newest ones. */
const rememberedMax = 10_000;
/** Milliseconds for which a reading may be signed by: a sweep is signed right after it. */
const ageMsMax = 60_000;

/** Options of {@link createAddressCoins}. */
export interface AddressCoinsOptions {
  readonly network: BitcoinNetwork;
  /** Endpoints of Core that must agree on each coin. */
  readonly quorum: Quorum;
  readonly rpc: Pick<Rpc, 'read'>;
  /** Endpoints that know the coins of addresses; what they tell is a hint. */
  readonly esploras: readonly Esplora[];
  /** Milliseconds since any moment. */
  readonly clock: () => number;
}

/** Coins of deposit addresses. */
export interface AddressCoins {
  /**
   * Coins of addresses in blocks, one list each, the {@link sweptMax} largest at least; undefined
   * for an address that no endpoint can list now. Anybody can make one such: endpoints refuse to
   * list more than so many coins.
   *
   * @throws PortageError `RPC_HTTP_ERROR` where none of them can be read
   */
  read(addresses: readonly string[], signal?: AbortSignal): Promise<readonly (Coins | undefined)[]>;
  /** Coins as they were read last; undefined where that is not known, or too old to sign by. */
  known(address: string): Coins | undefined;
  /** Coins that were there when an address was last read, however long ago. */
  remembered(address: string): Coins;
  /** Takes note of coins that a transaction in a block spends. */
  readonly markSpent: (coins: readonly Outpoint[]) => void;
}

type Coins = readonly OwnedCoin[];
/** Coins of an address, or why they are not known. */
type Listed = PromiseSettledResult<Coins>;

interface Reading {
  readonly coins: Coins;
  readonly readAt: number;
}

/**
 * Reads the coins of deposit addresses. A coin counts when a quorum of Core's endpoints has it in a
 * block, unspent there; what its transaction spends is read off the bytes of that transaction.
 */
export function createAddressCoins(options: AddressCoinsOptions): AddressCoins {
  const { clock } = options;
  const readings = new Map<string, Reading>();

  function remember(address: string, reading: Reading): void {
    readings.delete(address);
    if (reading.coins.length > 0) readings.set(address, reading);
    const [oldest] = readings.keys();
    if (readings.size > rememberedMax && oldest !== undefined) readings.delete(oldest);
  }

  async function readSome(
    addresses: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Listed[]> {
    const readAt = clock();
    const listed = await readTogether(options, addresses, signal);
    listed.forEach((each, index) => {
      if (each.status === 'fulfilled')
        remember(addresses[index] ?? '', { coins: each.value, readAt });
    });
    return listed;
  }

  return {
    read: async (addresses, signal) => {
      const found: Listed[] = [];
      const stop = signal && AbortSignal.any([signal]);
      // Many questions at once listen for the end of one reading: no leak.
      if (stop !== undefined) setMaxListeners(0, stop);
      for (let start = 0; start < addresses.length; start += askedTogether)
        found.push(...(await readSome(addresses.slice(start, start + askedTogether), stop)));
      const failures = found.flatMap((each) => (each.status === 'rejected' ? [each] : []));
      if (failures[0] !== undefined && failures.length === found.length) throw failures[0].reason;
      return found.map((each) => (each.status === 'fulfilled' ? each.value : undefined));
    },
    known: (address) => {
      const reading = readings.get(address);
      return reading !== undefined && ageOf({ observedAt: reading.readAt }, clock()) <= ageMsMax
        ? reading.coins
        : undefined;
    },
    remembered: (address) => readings.get(address)?.coins ?? [],
    markSpent: (spent) => {
      const gone = new Set(spent.map(outpointOf));
      for (const [address, { coins, readAt }] of readings) {
        const left = coins.filter((coin) => !gone.has(outpointOf(coin)));
        if (left.length < coins.length) remember(address, { coins: left, readAt });
      }
    },
  };
}

/** Coins of some addresses; a failure of the reading itself is one of each. */
async function readTogether(
  options: AddressCoinsOptions,
  addresses: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly Listed[]> {
  const { network, quorum, esploras } = options;
  const told = await Promise.allSettled(
    addresses.map((address) => {
      const account: OwnAccount = { address, script: scriptOf(address, network) };
      return listCandidates(esploras, account, { signal, mostEach: sweptMax });
    }),
  );
  signal?.throwIfAborted();
  const candidates = told.map((each) =>
    each.status === 'fulfilled' ? uniqueCoins(each.value) : [],
  );
  const all = candidates.flat();
  try {
    const states = new Map<OwnedCoin, CoinState>();
    for (const [index, state] of (await judgeCoins(quorum, all, Infinity, signal)).entries()) {
      const coin = all[index];
      if (coin !== undefined) states.set(coin, state);
    }
    const found = await withOrigins(
      options,
      candidates.map((each) => each.filter((coin) => states.get(coin) !== 'none')),
      signal,
    );
    return told.map((each, index): Listed => {
      if (each.status === 'rejected') return each;
      const isUnknown = candidates[index]?.some((coin) => states.get(coin) === 'unknown') === true;
      return isUnknown
        ? { status: 'rejected', reason: undecidedCoin() }
        : { status: 'fulfilled', value: found[index] ?? [] };
    });
  } catch (reason) {
    signal?.throwIfAborted();
    return told.map(() => ({ status: 'rejected', reason }));
  }
}

/** Coins with what their transactions spend. */
async function withOrigins(
  { rpc }: Pick<AddressCoinsOptions, 'rpc'>,
  lists: readonly Coins[],
  signal: AbortSignal | undefined,
): Promise<readonly Coins[]> {
  const origins = await readOrigins(
    rpc,
    lists.flat().map(({ txId }) => txId),
    signal,
  );
  return lists.map((coins) => coins.map((coin) => ({ ...coin, madeFrom: origins.get(coin.txId) })));
}
