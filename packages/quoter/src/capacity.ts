import type { Policy } from './policy.js';

/**
 * The most that one request may move at a place, paid in or paid out there, in micro-USD.
 *
 * @example
 * ```ts
 * capacityAt({ chain: { slug: 'base' }, asset: { id: 'usdc' } }, policy); // 1_000_000_000_000n
 * ```
 */
export function capacityAt({ chain, asset }: { readonly chain: { readonly slug: string }; readonly asset: { readonly id: string } }, policy: Pick<Policy, 'capacityPerRequestMicroUsd' | 'capacityPerPlaceMicroUsd'>): bigint {
  const own = policy.capacityPerPlaceMicroUsd[`${chain.slug}:${asset.id}`];
  return own === undefined || own > policy.capacityPerRequestMicroUsd ? policy.capacityPerRequestMicroUsd : own;
}
