import { lockSponsors, sponsorAmount, sponsorHoldEntry, type ClaimedSpend, type SponsorHold, type Transaction } from '@portage/store';
import type { Desk } from '../context.js';
import { wait } from '../plan/decision.js';
import type { DecidedSpend, Payment } from './decideBatch.js';

/** Before a fill whose sponsor paid for others meanwhile is decided anew. */
const recheckMs = 50;

/** Sponsors of these payments, each once. */
export function sponsorsOf(spends: readonly ClaimedSpend[]): readonly string[] {
  return [...new Set(spends.flatMap(({ kind, charges }) => (kind === 'fill' && charges?.sponsor !== undefined ? [charges.sponsor.account] : [])))];
}

function holdOf({ spend }: DecidedSpend): SponsorHold | undefined {
  const { kind, charges, payload } = spend;
  const microUsd = sponsorAmount(charges);
  return kind === 'fill' && charges?.sponsor !== undefined && microUsd > 0n ? { orderId: payload.orderId, account: charges.sponsor.account, microUsd } : undefined;
}

/**
 * Locks the balances of the sponsors of a batch and puts off the fills that they no longer cover: payments on other
 * chains may have taken of them since the batch was decided.
 */
export async function checkSponsors(tx: Transaction, decided: readonly DecidedSpend[]): Promise<readonly DecidedSpend[]> {
  const paying = decided.filter(({ decision }) => decision.type === 'pay');
  const left = new Map(await lockSponsors(tx, sponsorsOf(paying.map(({ spend }) => spend))));
  if (left.size === 0) return decided;
  return decided.map((one) => {
    const hold = one.decision.type === 'pay' ? holdOf(one) : undefined;
    if (hold === undefined) return one;
    const balance = left.get(hold.account) ?? 0n;
    if (balance < hold.microUsd) return { ...one, decision: wait(recheckMs, 'the balance of the sponsor was used meanwhile') };
    left.set(hold.account, balance - hold.microUsd);
    return one;
  });
}

/** Sets apart what fills will charge their sponsors. The database refuses to take more than there is. */
export async function holdSponsors(tx: Transaction, desk: Desk, payments: readonly Payment[]): Promise<void> {
  const entries = payments.flatMap((payment) => {
    const hold = holdOf(payment);
    return hold === undefined ? [] : [sponsorHoldEntry(hold)];
  });
  await desk.store.ledger.book(tx, entries);
}
