import { readOnHeads, type Quorum, type ReadOnHeadsOptions } from '@portage/chain-kit';
import { scriptOf, type BitcoinNetwork } from '@portage/bitcoin/transaction';
import { sumOf } from '../coins/coin.js';
import type { Esplora } from '../esplora/createEsplora.js';
import { withTimer } from '../observe/withTimer.js';
import { createCoinMemory } from './createCoinMemory.js';

/** Milliseconds for which coins are believed without a new reading. */
const ageMsMax = 7_200_000;

/** Options of {@link watchBalance}. */
export interface WatchOptions {
  readonly network: BitcoinNetwork;
  readonly address: string;
  readonly quorum: Quorum;
  readonly esploras: readonly Esplora[];
  readonly heads: ReadOnHeadsOptions['heads'];
  readonly clock: () => number;
  readonly signal: AbortSignal;
  /** Whether nothing is to be read for now, as another process shares its readings. */
  readonly isLeft: () => boolean;
}

/**
 * Keeps the balance of an account that this process does not sign for: read now, after every head,
 * and now and then.
 */
export async function watchBalance({
  network,
  address,
  quorum,
  esploras,
  heads,
  clock,
  signal,
  isLeft,
}: WatchOptions): Promise<() => bigint | undefined> {
  const accounts = [{ address, script: scriptOf(address, network) }];
  const coins = createCoinMemory({ accounts, quorum, esploras, ageMsMax, clock });
  await readOnHeads(() => coins.refresh(signal), {
    ...{ heads: withTimer(heads, signal), afterHeadMs: 0, clock, signal, isLeft },
  });
  return () => {
    const confirmed = coins.confirmed();
    return confirmed && sumOf(confirmed);
  };
}
