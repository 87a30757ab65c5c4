import { describeError, type Observed } from '@portage/core';

/** Balances of one account that are kept in memory, by currency. */
export interface KnownBalances {
  spendable(currency: string): Observed<bigint> | undefined;
  /** Why a currency's balance could not be read; undefined where it could. */
  unreadable(currency: string): string | undefined;
  /** Keeps what reading a balance gives; where that throws, the last one stays and grows old. */
  keep(currency: string, read: () => bigint): void;
  /** All balances, to be shared. */
  readonly balances: ReadonlyMap<string, Observed<bigint>>;
  /** All faults, to be shared. */
  readonly faults: ReadonlyMap<string, string>;
  /** Takes what another process shared in place of all that is known. */
  take(shared: Pick<KnownBalances, 'balances' | 'faults'>): void;
}

/**
 * Keeps balances of one account. A token that does not tell its balance concerns no other.
 *
 * @example
 * ```ts
 * import { createKnownBalances } from '@portage/chain-kit';
 *
 * const known = createKnownBalances(Date.now);
 * known.keep('usdc', () => 5n);
 * known.spendable('usdc'); // { value: 5n, observedAt: … }
 * ```
 */
export function createKnownBalances(clock: () => number): KnownBalances {
  const balances = new Map<string, Observed<bigint>>();
  const faults = new Map<string, string>();
  return {
    balances,
    faults,
    spendable: (currency) => balances.get(currency),
    unreadable: (currency) => faults.get(currency),
    keep: (currency, read) => {
      try {
        balances.set(currency, { value: read(), observedAt: clock() });
        faults.delete(currency);
      } catch (error) {
        faults.set(currency, describeError(error));
      }
    },
    take: (shared) => {
      balances.clear();
      faults.clear();
      for (const [currency, balance] of shared.balances) balances.set(currency, balance);
      for (const [currency, fault] of shared.faults) faults.set(currency, fault);
    },
  };
}
