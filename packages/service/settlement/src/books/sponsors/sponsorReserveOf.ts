import type { Entry } from '../ledger/createLedger.js';
import { sponsorReleaseEntry, type SponsorReserve } from '../ledger/entries/sponsorEntries.js';
import { sponsorAmount, type ExecutionTerms } from '../../orders/requests/executionTerms.js';

/** Part of a sponsor's balance that an order takes; undefined where it has no sponsor. */
export function sponsorReserveOf(
  orderId: string,
  executionTerms: ExecutionTerms | undefined,
): SponsorReserve | undefined {
  const microUsd = sponsorAmount(executionTerms);
  return executionTerms?.sponsor === undefined || microUsd === 0n
    ? undefined
    : { orderId, account: executionTerms.sponsor.account, microUsd };
}

/** Entry that gives a sponsor back what was set apart for an order that ends without a fill. */
export function sponsorReturn(
  orderId: string,
  executionTerms: ExecutionTerms | undefined,
): readonly Entry[] {
  const hold = sponsorReserveOf(orderId, executionTerms);
  return hold === undefined ? [] : [sponsorReleaseEntry(hold)];
}
