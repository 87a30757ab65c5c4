import { Money } from '@portage/core';
import { findAsset } from '@portage/core/chain';
import type { DueEarnings } from './earnings.js';
import { fresh, type ChainContext } from '../context.js';
import { judgeCost } from '../cost/judgeCost.js';

/** Part of a collection's value that its gas may take where nothing presses. */
const gasPart = 10n;

/**
 * Why earnings are collected now; undefined while they wait, all of them while the chain is paused.
 * Earnings that a depositor asked back are collected at once, because they would be paid twice; all
 * others where their gas is a small part, or with time. Nothing is collected for more
 * gas than it is worth. Pure but for what the chain keeps in memory.
 *
 * @param releases - escrows that one collection takes of them
 */
export function planCollection(
  context: ChainContext,
  due: DueEarnings,
  releases: number,
): 'reclaim' | 'value' | 'age' | undefined {
  const { chain, policy } = context;
  if (chain.gas.pausedReason?.() !== undefined) return undefined;
  const asset = findAsset(chain, due.currency);
  const price = asset === undefined ? undefined : fresh(context, context.prices(asset.id));
  const nativePrice = fresh(context, context.prices(chain.native.id));
  const gas = fresh(
    context,
    chain.gas.estimate({ type: 'collection', currency: due.currency, releases }),
  );
  const byAge = due.ageMs >= policy.collections.ageMsMax ? 'age' : undefined;
  // Earnings without a price are not weighed; they are collected by their age.
  if (asset === undefined || price === undefined || nativePrice === undefined || gas === undefined)
    return due.isFillUnderReclaim ? 'reclaim' : byAge;
  const native = { decimals: chain.native.decimals, price: nativePrice };
  const worth = Money.convertDown(due.amount, { decimals: asset.decimals, price }, native);
  const judged = { cost: gas, charged: undefined, worth, waitedMs: 0 };
  if (judgeCost(context, judged).type !== 'pay') return undefined;
  if (due.isFillUnderReclaim) return 'reclaim';
  const value = Money.usdDown(due.amount, asset.decimals, price);
  const cost = Money.usdUp(gas, chain.native.decimals, nativePrice);
  if (value <= cost) return undefined;
  if (due.underReclaim > 0n) return 'reclaim';
  if (value >= policy.collections.microUsdMin && value >= cost * gasPart) return 'value';
  return byAge;
}
