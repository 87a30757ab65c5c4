import { PortageError, type Observed } from '@portage/core';
import type { Balances } from '@portage/core/chain';
import type { Quorum } from '@portage/chain-kit';
import { bitcoinCodec, type BitcoinNetwork } from '@portage/bitcoin/codec';
import { scriptOf } from '@portage/bitcoin/transaction';
import { sumOf } from './coins/coin.js';
import { confirmCoins, listCandidates, uniqueCoins } from './coins/confirmCoins.js';
import type { Esplora } from './esplora/createEsplora.js';
import { readFirstEsplora } from './esplora/readFirstEsplora.js';
import type { OpenedMoney } from './spend/openSpend.js';

/** Options of {@link createBalances}. */
export interface BalancesOptions {
  readonly network: BitcoinNetwork;
  readonly quorum: Quorum;
  /** Endpoints that know the coins of addresses. */
  readonly esploras: readonly Esplora[];
  /** Money of accounts of ours, which more coins may have than an endpoint lists. */
  readonly own: Pick<OpenedMoney, 'accounts' | 'balanceOf' | 'refresh'>;
  /** Satoshi of the solver in blocks, from memory; undefined while not known. */
  readonly spendable: () => Observed<bigint> | undefined;
}

/** Balances are sums of coins in blocks: what waits for a block is not there yet. */
export function createBalances({
  network,
  quorum,
  esploras,
  own,
  spendable,
}: BalancesOptions): Balances {
  return {
    read: async (account, _, signal) => {
      if (esploras.length === 0)
        throw new PortageError('RPC_HTTP_ERROR', {
          message: 'Nodes of Bitcoin do not know the coins of an address.',
          hint: 'Set `esploraUrls` of the chain.',
        });
      const mine = own.accounts.find(({ address }) => address === account);
      if (mine !== undefined) await own.refresh();
      const known = mine && own.balanceOf(mine);
      if (known !== undefined) return known;
      const owner = { address: account, script: scriptOf(account, network) };
      const candidates = uniqueCoins(await listCandidates(esploras, owner, { signal }));
      return sumOf(await confirmCoins(quorum, candidates, signal));
    },
    spendable: (currency) => (currency === bitcoinCodec.nativeCurrency ? spendable() : undefined),
    ...(esploras.length === 0
      ? {}
      : {
          readMany: (places, signal) =>
            readFirstEsplora(esploras, (esplora) => readQuietly(esplora, places, signal), signal),
        }),
  };
}

type ReadMany = NonNullable<Balances['readMany']>;

/** Addresses that are asked about at the same time. */
const readersMax = 8;

/**
 * Sums of the coins that one endpoint tells of accounts, in blocks; undefined for each that it does
 * not tell.
 *
 * @throws PortageError the first failure, where it tells none
 */
async function readQuietly(
  esplora: Esplora,
  places: Parameters<ReadMany>[0],
  signal: AbortSignal | undefined,
): Promise<readonly (bigint | undefined)[]> {
  const found: (bigint | undefined)[] = places.map(() => undefined);
  const failures: unknown[] = [];
  const waiting = places.entries();
  const readNext = async (): Promise<void> => {
    for (const [index, { account, currency }] of waiting) {
      if (currency !== bitcoinCodec.nativeCurrency) continue;
      try {
        const coins = await esplora.unspent(account, signal);
        found[index] = sumOf(coins.filter(({ height }) => height !== undefined));
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: readersMax }, readNext));
  signal?.throwIfAborted();
  if (failures.length > 0 && found.every((value) => value === undefined)) throw failures[0];
  return found;
}
