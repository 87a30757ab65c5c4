import { readOnHeads, type Endpoint, type Quorum, type Rpc } from '@portage/chain-kit';
import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { isSameScript, sumOf, type OwnedCoin } from '../coins/coin.js';
import type { OwnAccount } from '../coins/confirmCoins.js';
import { readOrigins } from '../coins/readOrigins.js';
import { scanCoins } from '../coins/scanCoins.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { createBlockMemory } from '../observe/createBlockMemory.js';
import type { Heads } from '../observe/createHeads.js';
import { withTimer } from '../observe/withTimer.js';
import { createCoinMemory, type CoinMemory } from './createCoinMemory.js';
import { listOwnCoins, ownOutputs } from './listOwnCoins.js';

/** Sources of the coins of our accounts. */
export interface CoinReading {
  readonly network: BitcoinNetwork;
  /** Endpoints of Core. */
  readonly rpc: Rpc;
  /** Quorum of them. */
  readonly quorum: Quorum;
  /** The same nodes, which have minutes for an answer. */
  readonly scanners: readonly Endpoint[];
  /** Endpoints that know the coins of addresses. */
  readonly esploras: readonly Esplora[];
  readonly heads: Pick<Heads, 'latest' | 'listen'>;
  /** Blocks that must stand on a transaction before nothing takes it back. */
  readonly finalDepth: number;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether nothing is to be read for now, as another process shares its readings. */
  readonly isLeft?: (() => boolean) | undefined;
}

/** Whose coins are kept, and for how long a reading counts. */
export interface CoinsOptions {
  readonly accounts: readonly OwnAccount[];
  readonly ageMsMax: number;
  /** Whether they are spent here. */
  readonly isSpending: boolean;
}

/**
 * Keeps the coins of accounts of ours: read now, after every head, and every half minute, as no
 * block may come for an hour.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where they cannot be read now
 */
export async function openCoins(
  reading: CoinReading,
  { accounts, ageMsMax, isSpending }: CoinsOptions,
): Promise<CoinMemory> {
  const { network, rpc, quorum, scanners, esploras, heads, finalDepth, clock, signal } = reading;
  const blocks = createBlockMemory<readonly OwnedCoin[]>({
    network,
    heads,
    rpc,
    choose: (transactions) => ownOutputs(accounts, transactions),
  });
  const scripts = accounts.map(({ script }) => script);
  const scan = (stop?: AbortSignal): ReturnType<typeof scanCoins> =>
    scanCoins(scanners, scripts, stop);
  const coins = createCoinMemory({
    quorum,
    finalDepth,
    ageMsMax,
    clock,
    list: (completeAt, stop) =>
      listOwnCoins({ accounts, esploras, heads, blocks, scan }, completeAt, stop),
    readOrigins: isSpending ? (txIds, stop) => readOrigins(rpc, txIds, stop) : undefined,
  });
  await readOnHeads(() => coins.refresh(signal), {
    heads: withTimer(heads, signal),
    afterHeadMs: 0,
    clock,
    signal,
    isLeft: reading.isLeft,
  });
  return coins;
}

/** Satoshi of a script in blocks; undefined while not known, or not of each coin. */
export function balanceOf(
  { confirmed, isWhole }: Pick<CoinMemory, 'confirmed' | 'isWhole'>,
  script: Uint8Array,
): bigint | undefined {
  const coins = isWhole() ? confirmed() : undefined;
  return coins && sumOf(coins.filter((coin) => isSameScript(coin.script, script)));
}
