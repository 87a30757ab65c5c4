import type { Money } from '@portage/core';
import type { DuePayout } from '@portage/settlement';
import type { BurnedGasPolicy } from '../policy/burnedGasPolicy.js';
import { areCallsHalted, isBurned } from './areCallsHalted.js';

/** Gas that a chain's orders burned, as the budgets count it. */
export type BurnedBudgets = Pick<DuePayout['burnedGas'], 'burned' | 'burners'>;

/** Whose budget it is. */
export type Burner = 'payer' | 'key' | 'target' | 'all';

/** An order with calls, or the quote of one. */
export interface CallsAsker {
  /** Payer that the quote is for, in canonical form. */
  readonly payer?: string | undefined;
  /** Id of the API key of the quote; undefined without one. */
  readonly apiKeyId?: string | undefined;
  /** Contracts that are called, in canonical form. */
  readonly targets: readonly string[];
}

/**
 * Finds whose budget of gas is used up, so that an order's calls are not made: the payer's, its API
 * key's, that of a contract which it calls, or the one of all. The smaller budgets come first, so
 * that one payer, app or contract halts itself and not everybody. Pure.
 *
 * @returns undefined where every budget has something left
 */
export function findBurner(
  { burned, burners }: BurnedBudgets,
  { payer, apiKeyId = '', targets }: CallsAsker,
  native: Money.PricedAsset,
  policy: BurnedGasPolicy,
): Burner | undefined {
  const isUsedUp = (kind: Exclude<Burner, 'all'>, name: string, microUsdMax: bigint): boolean =>
    isBurned(burners?.[kind].get(name) ?? 0n, native, microUsdMax);
  if (payer !== undefined && isUsedUp('payer', payer, policy.perPayerMicroUsdMax)) return 'payer';
  if (isUsedUp('key', apiKeyId, policy.perKeyMicroUsdMax)) return 'key';
  if (targets.some((target) => isUsedUp('target', target, policy.perTargetMicroUsdMax)))
    return 'target';
  return areCallsHalted(burned, native, policy) ? 'all' : undefined;
}
