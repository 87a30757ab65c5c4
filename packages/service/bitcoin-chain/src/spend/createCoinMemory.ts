import type { Quorum } from '@portage/chain-kit';
import { outpointOf, type OwnedCoin } from '../coins/coin.js';
import {
  confirmCoins,
  listCandidates,
  uniqueCoins,
  type OwnAccount,
} from '../coins/confirmCoins.js';
import type { Esplora } from '../esplora/createEsplora.js';

type Outpoint = Pick<OwnedCoin, 'txId' | 'vout'>;

/** Coins of ours in blocks, from memory. */
export interface CoinMemory {
  /** Unspent outputs in blocks; undefined while not known, or too old. */
  readonly confirmed: () => readonly OwnedCoin[] | undefined;
  /** Those of them that no transaction in a block is known to spend since they were read. */
  readonly spendable: () => readonly OwnedCoin[] | undefined;
  /**
   * Takes note of coins that a transaction in a block spends: until they are read again they would
   * pass for unspent, and a payment out of them could never land.
   */
  markSpent(coins: readonly Outpoint[]): void;
  /** Reads them again. @throws PortageError `RPC_HTTP_ERROR`; what was known then grows old */
  refresh(signal?: AbortSignal): Promise<void>;
}

/** Options of {@link createCoinMemory}. */
export interface CoinMemoryOptions {
  readonly accounts: readonly OwnAccount[];
  /** Endpoints of Core that must agree on each coin. */
  readonly quorum: Quorum;
  /** Endpoints that know which coins an address has. */
  readonly esploras: readonly Esplora[];
  /** Milliseconds for which a reading counts. */
  readonly ageMsMax: number;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
}

/**
 * Keeps the coins of addresses of ours. Esplora only says where to look: a coin counts when a
 * quorum of Core's endpoints has it in a block, unspent there, with its value and script. An
 * endpoint that leaves coins out makes us poorer for a while, and one that invents them does
 * nothing. What a waiting transaction spends counts until a block has that one.
 */
export function createCoinMemory(options: CoinMemoryOptions): CoinMemory {
  const { accounts, quorum, esploras, ageMsMax, clock } = options;
  let known: readonly OwnedCoin[] = [];
  let readAt = -Infinity;
  const spentAt = new Map<string, number>();
  const confirmed = (): readonly OwnedCoin[] | undefined =>
    clock() - readAt <= ageMsMax ? known : undefined;
  return {
    confirmed,
    spendable: () => confirmed()?.filter((coin) => !spentAt.has(outpointOf(coin))),
    markSpent: (coins) => {
      for (const coin of coins) spentAt.set(outpointOf(coin), clock());
    },
    refresh: async (signal) => {
      const startedAt = clock();
      const told = await Promise.all(
        accounts.map((account) => listCandidates(esploras, account, { signal })),
      );
      const candidates = uniqueCoins([...known, ...told.flat()]);
      known = await confirmCoins(quorum, candidates, signal);
      readAt = startedAt;
      // A reading that began before may have missed the block.
      for (const [outpoint, at] of spentAt) if (at < startedAt) spentAt.delete(outpoint);
    },
  };
}
