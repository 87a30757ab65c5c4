import { Money } from '@portage/core';
import type { StoredRebalance } from './rebalance.js';

/** A rebalance as far as its cost goes. */
export type CostedRebalance = Pick<StoredRebalance, 'received' | 'microUsd' | 'costMicroUsd'>;

/**
 * Amount that a path kept of a rebalance, in smallest units of what arrived: what it had asked for,
 * at the prices of that time and rounded up, and what is missing beside. Never below zero. Pure.
 */
export function keptByPath(
  { received, microUsd, costMicroUsd }: CostedRebalance,
  delivered: bigint,
): bigint {
  const worth = microUsd - costMicroUsd;
  const asked = worth > 0n ? Money.mulDivUp(costMicroUsd, received, worth) : 0n;
  const kept = asked + received - delivered;
  return kept > 0n ? kept : 0n;
}
