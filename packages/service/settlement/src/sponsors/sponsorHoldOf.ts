import type { Entry } from '../ledger/createLedger.js';
import { sponsorReleaseEntry, type SponsorHold } from '../ledger/entries/sponsorEntries.js';
import { sponsorAmount, type ExecutionTerms } from '../requests/executionTerms.js';

/** Part of a sponsor's balance that an order takes; undefined where nobody sponsors it. */
export function sponsorHoldOf(
  orderId: string,
  charges: ExecutionTerms | undefined,
): SponsorHold | undefined {
  const microUsd = sponsorAmount(charges);
  return charges?.sponsor === undefined || microUsd === 0n
    ? undefined
    : { orderId, account: charges.sponsor.account, microUsd };
}

/** Entry that gives a sponsor back what was set apart for an order that ends without a fill. */
export function sponsorReturn(
  orderId: string,
  charges: ExecutionTerms | undefined,
): readonly Entry[] {
  const hold = sponsorHoldOf(orderId, charges);
  return hold === undefined ? [] : [sponsorReleaseEntry(hold)];
}
