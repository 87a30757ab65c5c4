import { requestFault } from '@portage/core';
import { isSelfPayment } from '../payment/paymentMethod.js';
import type { QuotePolicy } from '../policy.js';
import type { Route } from './route.js';

/** Settings that bound how long a quote may be paid. */
export type WindowPolicy = Pick<
  QuotePolicy,
  'exchangeWindowSeconds' | 'fillWindowSeconds' | 'orderLifetimeSeconds'
>;

/**
 * Seconds from a quote on during which a deposit is filled as quoted: as long as the policy allows
 * for what is exchanged, or shorter by `ttl`. No solver promises what the payer swaps alone: it is
 * good for only as long as its transaction is valid.
 *
 * @throws PortageError `INVALID_REQUEST` where `ttl` is longer than the policy allows
 */
export function fillWindowSeconds(
  { inputCurrency, outputCurrency, payment, request: { body } }: Route,
  policy: WindowPolicy,
): number {
  const isOneAsset = inputCurrency.underlying === outputCurrency.underlying;
  const window = isOneAsset ? policy.fillWindowSeconds : policy.exchangeWindowSeconds;
  const longest = Math.min(window, policy.orderLifetimeSeconds);
  if (isSelfPayment(payment)) return body.ttl ?? longest;
  if (body.ttl === undefined || body.ttl <= longest) return body.ttl ?? longest;
  throw requestFault('ttl', `is longer than the ${String(longest)} seconds for these currencies`, {
    hint: `Ask for at most ${String(longest)} seconds, or leave ttl out.`,
  });
}
