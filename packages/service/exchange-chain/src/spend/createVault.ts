import { PortageError } from '@portage/core';
import type { Vault } from '@portage/core/chain';
import type { AccountMemory } from '../createAccountMemory.js';

/** Releases of one collection at most: it is one transfer, however many orders it is for. */
const releasesMax = 200;

/**
 * Vault of the depository. The exchange knows no orders: the books say what belongs to which, and
 * the account holds for each no more than its balance.
 */
export function createVault(account: number, memory: Pick<AccountMemory, 'spendable'>): Vault {
  const held = (currency: string): bigint => {
    const balance = memory.spendable(currency);
    if (balance !== undefined) return balance.value;
    throw new PortageError('RPC_HTTP_ERROR', {
      message: 'The balance of the depository is not known.',
    });
  };
  return {
    account: String(account),
    releasesMax,
    available: (currency, signal) =>
      new Promise((resolve) => {
        signal?.throwIfAborted();
        resolve(held(currency));
      }),
    held: (escrows, signal) =>
      new Promise((resolve) => {
        signal?.throwIfAborted();
        resolve(escrows.map(({ currency }) => held(currency)));
      }),
  };
}
