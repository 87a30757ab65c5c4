import { accounts, isInDepository, ledgerAsset } from '../accounts.js';
import type { Entry } from '../createLedger.js';

/** Changes of what a sender and its depository hold on a chain, by currency. */
export interface MovedBalances {
  readonly inventory: ReadonlyMap<string, bigint>;
  readonly vault: ReadonlyMap<string, bigint>;
}

/** Changes that entries make to a sender's inventory and to its chain's depository. Pure. */
export function movedBy(entries: readonly Entry[], chainId: number, sender: string): MovedBalances {
  const prefix = ledgerAsset(chainId, '');
  const inventory = new Map<string, bigint>();
  const vault = new Map<string, bigint>();
  const add = (sums: Map<string, bigint>, currency: string, amount: bigint): void =>
    void sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  for (const { account, asset, amount } of entries.flatMap(({ postings }) => postings)) {
    if (!asset.startsWith(prefix)) continue;
    const currency = asset.slice(prefix.length);
    if (account === accounts.inventory(sender)) add(inventory, currency, amount);
    if (isInDepository(account)) add(vault, currency, amount);
  }
  return { inventory, vault };
}
