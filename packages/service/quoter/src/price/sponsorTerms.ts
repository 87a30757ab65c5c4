import { sponsorCap, type SponsorTerms } from '@portage/fees';
import type { SponsorshipRequest } from '@portage/core';
import type { Route } from '../route/route.js';
import type { RouteRates } from './rates.js';

/** A deposit address takes any amount later, so its sponsor pays all of its share or nothing. */
export function sponsorTerms(
  { request: { sponsorship }, payment }: Route,
  { deposit }: RouteRates,
): SponsorTerms | undefined {
  return sponsorship === undefined
    ? undefined
    : sponsorTermsOf(sponsorship, {
        currency: deposit,
        isAllOrNothing: payment.address !== undefined,
      });
}

/** The currency in which a sponsor's cap is counted, and whether it may pay a part. */
export interface SponsorTermsOptions {
  readonly currency: RouteRates['deposit'];
  readonly isAllOrNothing: boolean;
}

/** The part of a request's fees that its sponsor takes on. */
export function sponsorTermsOf(
  { components, subsidizationBps, maxSubsidization }: SponsorshipRequest,
  { currency, isAllOrNothing }: SponsorTermsOptions,
): SponsorTerms {
  return {
    isAllOrNothing,
    components,
    bps: BigInt(subsidizationBps),
    cap: maxSubsidization === undefined ? undefined : sponsorCap(maxSubsidization, currency),
  };
}
