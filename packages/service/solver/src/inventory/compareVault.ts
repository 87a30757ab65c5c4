import type { Settlement } from '@portage/settlement';
import type { ChainContext } from '../context.js';
import { readBalances } from './readBalances.js';

/** Balance of the depository in one currency, beside what it should be. */
export type VaultCount = Parameters<Settlement['vault']['record']>[1][number];

/** What the depository holds of each currency, and what it should hold; nothing without one. */
export async function readVault({
  chain,
  settlement,
}: ChainContext): Promise<readonly VaultCount[]> {
  const { vault } = chain;
  if (vault === undefined) return [];
  const [books, balances] = await Promise.all([
    settlement.vault.read(chain.id),
    readBalances(chain, vault.account),
  ]);
  return [...balances].map(([currency, balance]) => ({
    ...{ currency, balance },
    books: books.get(currency) ?? 0n,
  }));
}

/**
 * Makes the comparison of the depository with the books. Less than the books say halts the chain
 * when two readings in a row say so. More is nobody's: whoever sends to the contract without an
 * order makes it.
 */
export function createVaultComparison(
  context: ChainContext,
): (counts: readonly VaultCount[]) => Promise<void> {
  const { chain, settlement, log } = context;
  let before: ReadonlyMap<string, bigint> = new Map();
  return async (counts) => {
    await settlement.vault.record(chain.id, counts);
    const missing = counts.flatMap(({ currency, balance, books }) =>
      balance < books ? [{ currency, amount: books - balance }] : [],
    );
    const believed = missing.filter(({ currency, amount }) => before.get(currency) === amount);
    before = new Map(missing.map(({ currency, amount }) => [currency, amount]));
    if (believed.length === 0) return;
    const reason = `The depository holds ${believed.map(({ currency, amount }) => `${amount.toString()} of ${currency}`).join(', ')} less than the books.`;
    await settlement.chains.halt(chain.id, reason);
    log('a chain is halted', { chain: chain.slug, reason });
  };
}
