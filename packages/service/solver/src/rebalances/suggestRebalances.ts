import { Money } from '@portage/core';
import type { LaneEnd } from '@portage/core/plugin';
import { standingOf, type RebalanceFacts } from './planRebalance.js';
import type { InventoryTarget } from './rebalance.js';

/** Currencies with targets that suggestions are made for. */
export interface TargetedCurrencies {
  /** Currencies of the chain that have a target. */
  readonly own: readonly LaneEnd[];
  /** The same asset on other chains, with targets. */
  readonly others: (end: LaneEnd) => readonly LaneEnd[];
}

/**
 * Targets of a chain, and for each that lacks more than its band what would bring the rest: from
 * the chain that has most over its own target, by a path where one leads from there. Pure.
 */
export function suggestRebalances(
  facts: RebalanceFacts,
  { own, others }: TargetedCurrencies,
): readonly InventoryTarget[] {
  return own.flatMap((end) => {
    const standing = standingOf(end, facts);
    if (standing === undefined) return [];
    const { target, held, priced } = standing;
    const units = (microUsd: bigint): bigint =>
      Money.fromUsdDown(microUsd, priced.decimals, priced.price);
    const tolerated = Money.mulDivDown(target, facts.policy.bandBps, Money.wholeBps);
    const isShort = held + tolerated < target;
    const source = isShort ? findSource(others(end), facts) : undefined;
    const missing = target - held;
    const amount = source === undefined || missing < source.spare ? missing : source.spare;
    const path = facts.paths.find(({ lanes }) =>
      lanes.some(
        (lane) =>
          lane.origin.chainId === source?.end.chainId &&
          lane.origin.currency === source.end.currency &&
          lane.destination.chainId === end.chainId &&
          lane.destination.currency === end.currency,
      ),
    );
    return {
      ...end,
      target: units(target),
      suggestion: isShort
        ? { amount: units(amount), from: source?.end.chainId, path: path?.name }
        : undefined,
    };
  });
}

/** The currency that has most over its target; undefined where none has any. */
function findSource(
  ends: readonly LaneEnd[],
  facts: RebalanceFacts,
): { readonly end: LaneEnd; readonly spare: bigint } | undefined {
  return ends
    .flatMap((end) => {
      const standing = standingOf(end, facts);
      return standing === undefined ? [] : [{ end, spare: standing.free - standing.target }];
    })
    .filter(({ spare }) => spare > 0n)
    .sort((a, b) => (a.spare > b.spare ? -1 : 1))[0];
}
