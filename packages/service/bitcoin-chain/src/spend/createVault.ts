import { PortageError } from '@portage/core';
import type { Vault } from '@portage/core/chain';
import { isSameScript, sumOf, type OwnedCoin } from '../coins/coin.js';

/** Releases of one collection at most: it is one output, however many orders it is for. */
const releasesMax = 200;

/** Options of {@link createVault}. */
export interface VaultOptions {
  /** Address of the depository. */
  readonly account: string;
  readonly script: Uint8Array;
  /** Unspent outputs in blocks, as a quorum of endpoints tells; undefined while not known. */
  readonly confirmed: () => readonly OwnedCoin[] | undefined;
}

/**
 * Balance of the depository. The chain knows no orders: the books say which amount belongs to
 * which, and the depository holds for each no more than all of its coins in blocks.
 */
export function createVault({ account, script, confirmed }: VaultOptions): Vault {
  const held = (): bigint => {
    const coins = confirmed();
    if (coins === undefined)
      throw new PortageError('RPC_HTTP_ERROR', {
        message: 'The coins of the depository are not known.',
      });
    return sumOf(coins.filter((coin) => isSameScript(coin.script, script)));
  };
  return {
    account,
    releasesMax,
    available: (_, signal) =>
      new Promise((resolve) => {
        signal?.throwIfAborted();
        resolve(held());
      }),
    held: (escrows, signal) =>
      new Promise((resolve) => {
        signal?.throwIfAborted();
        const amount = held();
        resolve(escrows.map(() => amount));
      }),
  };
}
