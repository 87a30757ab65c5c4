import type { ExecutionTerms } from '@portage/settlement';
import type { PricedRoute } from './pricedRoute.js';

/** Party that bears the rent of the account that the payment opens. */
export function rentPayer({
  feeParts,
  sponsorship,
}: Pick<PricedRoute, 'feeParts' | 'sponsorship'>): ExecutionTerms['opensAccount'] {
  if (feeParts.rent === 0n) return undefined;
  return sponsorship.buckets.rent.sponsored > 0n ? 'sponsor' : 'payer';
}
