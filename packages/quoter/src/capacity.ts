import type { Policy } from './policy.js';

/**
 * The most that one request may move at a place, paid in or paid out there, in micro-USD.
 *
 * @example
 * ```ts
 * capacityAt({ chain: { slug: 'base' }, asset: { id: 'usdc' } }, policy); // 1_000_000_000_000n
 * ```
 */
export function capacityAt(
  {
    chain,
    asset,
  }: { readonly chain: { readonly slug: string }; readonly asset: { readonly id: string } },
  policy: Pick<Policy, 'capacityPerRequestMicroUsd' | 'capacityPerPlaceMicroUsd'>,
): bigint {
  return capacityOf(`${chain.slug}:${asset.id}`, policy);
}

/** The same by the name of the place, `slug:asset`. */
export function capacityOf(
  place: string,
  policy: Pick<Policy, 'capacityPerRequestMicroUsd' | 'capacityPerPlaceMicroUsd'>,
): bigint {
  const own = policy.capacityPerPlaceMicroUsd[place];
  return own === undefined || own > policy.capacityPerRequestMicroUsd
    ? policy.capacityPerRequestMicroUsd
    : own;
}
