import { PortageError } from '@portage/core';
import type { Balances } from '@portage/core/chain';
import type { Quorum } from '@portage/chain-kit';
import { bitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import { scriptOf } from '@portage/bitcoin/transaction';
import { sumOf } from './coins/coin.js';
import type { Esplora } from './esplora/createEsplora.js';
import { createCoinMemory } from './spend/createCoinMemory.js';

/** Options of {@link createBalances}. */
export interface BalancesOptions {
  readonly network: BitcoinNetwork;
  readonly quorum: Quorum;
  /** Endpoints that know the coins of addresses. */
  readonly esploras: readonly Esplora[];
  /** Satoshi of the solver in blocks, from memory; undefined while not known. */
  readonly solverBalance: () => bigint | undefined;
  readonly clock: () => number;
}

/** Balances are sums of coins in blocks: what waits for a block is not there yet. */
export function createBalances({
  network,
  quorum,
  esploras,
  solverBalance,
  clock,
}: BalancesOptions): Balances {
  return {
    read: async (account, _, signal) => {
      if (esploras.length === 0)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'Nodes of Bitcoin do not know the coins of an address.',
          hint: 'Set `esploraUrls` of the chain.',
        });
      const owner = { address: account, script: scriptOf(account, network) };
      const coins = createCoinMemory({
        ...{ accounts: [owner], quorum, esploras, clock, ageMsMax: Infinity },
      });
      await coins.refresh(signal);
      return sumOf(coins.confirmed() ?? []);
    },
    spendable: (currency) => {
      const value = currency === bitcoinCodec.nativeCurrency ? solverBalance() : undefined;
      return value === undefined ? undefined : { value, observedAt: clock() };
    },
  };
}
