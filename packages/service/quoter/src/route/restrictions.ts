import type { Chain } from '@portage/core/chain';
import { findOutage } from '@portage/core/plugin';

/** What is not quoted for now, from memory. */
export interface Restrictions {
  /** Whether nothing is spent on a chain, nor for what was paid on it, for now. */
  readonly isHalted?: ((chain: Chain) => boolean) | undefined;
  /** Whether a currency is not quoted for now. */
  readonly isRestricted?: ((chain: Chain, currency: string) => boolean) | undefined;
  /** Whether calls are not quoted on a chain for now: they have burned their budget of gas. */
  readonly areCallsHalted?: ((chain: Chain) => boolean) | undefined;
}

/**
 * Whether a chain takes requests: it is switched on, its endpoints answer, and it is not halted.
 * Quotes, the list of chains and `GET /config/v2` ask this one gate.
 *
 * @example
 * ```ts
 * isOpen(chain, { isHalted: () => false }); // true while its endpoints answer
 * ```
 */
export function isOpen(chain: Chain, { isHalted }: Restrictions): boolean {
  return !chain.info.disabled && findOutage(chain) === undefined && isHalted?.(chain) !== true;
}
