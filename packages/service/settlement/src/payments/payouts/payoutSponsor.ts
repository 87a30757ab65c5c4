import type { SponsorReserve } from '../../books/ledger/entries/sponsorEntries.js';
import { sponsorReserveOf } from '../../books/sponsors/sponsorReserveOf.js';
import type { SponsoredTopup } from '../../books/sponsors/sponsoredTopups.js';
import type { DecidedPayout } from './payoutDecision.js';

/** Part of a sponsor's balance that a fill will take; undefined where it has no sponsor. */
export function payoutSponsorReserve({
  spend: { job, executionTerms },
}: Pick<DecidedPayout, 'spend'>): SponsorReserve | undefined {
  return job.kind === 'fill' ? sponsorReserveOf(job.orderId, executionTerms) : undefined;
}

/**
 * Top-up of a payment whose sponsor pays for it, or an account that it opens at the sponsor's cost:
 * its rent is the recipient's once it is closed.
 */
export function payoutTopup(chainId: number, decided: DecidedPayout): SponsoredTopup | undefined {
  const hold = payoutSponsorReserve(decided);
  const { decision } = decided;
  if (
    hold === undefined ||
    decision.type !== 'pay' ||
    decision.intent.type !== 'fill' ||
    (decision.intent.topup === undefined &&
      decided.spend.executionTerms?.opensAccount !== 'sponsor')
  )
    return undefined;
  const { orderId, account } = hold;
  return { orderId, account, chainId, recipient: decision.intent.recipient };
}
