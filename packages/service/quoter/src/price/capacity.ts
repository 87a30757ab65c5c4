import type { QuotePolicy } from '../policy.js';

/** Limits of one request. */
type CapacityPolicy = Pick<
  QuotePolicy,
  'capacityPerRequestMicroUsd' | 'capacityPerCurrencyMicroUsd'
>;

/** A currency of a chain, by their names in a configuration. */
export interface NamedCurrency {
  readonly chain: { readonly slug: string };
  readonly asset: { readonly id: string };
}

/**
 * The most that one request may move of a currency, paid in or paid out, in micro-USD.
 *
 * @example
 * ```ts
 * capacityAt({ chain: { slug: 'base' }, asset: { id: 'usdc' } }, policy); // 1_000_000_000_000n
 * ```
 */
export function capacityAt({ chain, asset }: NamedCurrency, policy: CapacityPolicy): bigint {
  return capacityOf(`${chain.slug}:${asset.id}`, policy);
}

/** The same by the name of the currency, `slug:asset`. */
export function capacityOf(name: string, policy: CapacityPolicy): bigint {
  const own = policy.capacityPerCurrencyMicroUsd[name];
  return own === undefined || own > policy.capacityPerRequestMicroUsd
    ? policy.capacityPerRequestMicroUsd
    : own;
}
