import {
  countSponsoredTopups,
  lockSponsors,
  sponsorAmount,
  sponsorHoldEntry,
  writeSponsoredTopups,
  type SponsoredTopup,
  type ClaimedSpend,
  type SponsorHold,
} from '@portage/settlement';
import { type Transaction } from '@portage/database';
import type { Desk } from '../context.js';
import { refund, wait } from '../plan/decision.js';
import type { DecidedSpend, Payment } from './decideBatch.js';

/** Before a fill whose sponsor paid for others meanwhile is decided anew. */
const recheckMs = 50;

/** Sponsors of these payments, each once. */
export function sponsorsOf(spends: readonly ClaimedSpend[]): readonly string[] {
  return [
    ...new Set(
      spends.flatMap(({ kind, charges }) =>
        kind === 'fill' && charges?.sponsor !== undefined ? [charges.sponsor.account] : [],
      ),
    ),
  ];
}

function holdOf({ spend }: DecidedSpend): SponsorHold | undefined {
  const { kind, charges, payload } = spend;
  const microUsd = sponsorAmount(charges);
  return kind === 'fill' && charges?.sponsor !== undefined && microUsd > 0n
    ? { orderId: payload.orderId, account: charges.sponsor.account, microUsd }
    : undefined;
}

/** The top-up of a payment whose sponsor pays for it. */
function topupOf(desk: Desk, one: DecidedSpend): SponsoredTopup | undefined {
  const hold = holdOf(one);
  if (
    hold === undefined ||
    one.decision.type !== 'pay' ||
    one.decision.intent.type !== 'fill' ||
    one.decision.intent.topup === undefined
  )
    return undefined;
  return {
    orderId: hold.orderId,
    account: hold.account,
    chainId: desk.chain.id,
    recipient: one.decision.intent.recipient,
  };
}

/**
 * Gives back deposits whose top-up would be one too many for its recipient: whoever makes accounts
 * to collect top-ups, or one account that collects them, lives off the sponsor. The sponsors'
 * balances are locked, so nobody counts beside.
 */
async function checkTopups(
  tx: Transaction,
  desk: Desk,
  decided: readonly DecidedSpend[],
): Promise<readonly DecidedSpend[]> {
  const topups = decided.map((one) => topupOf(desk, one));
  const counted = topups.filter((topup) => topup !== undefined);
  const counts = await countSponsoredTopups(tx, counted);
  const before = new Map(counted.map(({ orderId }, index) => [orderId, counts[index] ?? 0]));
  const taken = new Map<string, number>();
  return decided.map((one, index) => {
    const topup = topups[index];
    if (topup === undefined) return one;
    const key = `${topup.account} ${topup.recipient}`;
    const here = taken.get(key) ?? 0;
    if ((before.get(topup.orderId) ?? 0) + here >= desk.policy.sponsoredTopupsPerRecipientMax)
      return { ...one, decision: refund('SPONSOR_BALANCE_TOO_LOW') };
    taken.set(key, here + 1);
    return one;
  });
}

/**
 * Locks the balances of the sponsors of a batch and puts off the fills that they no longer cover:
 * payments on other chains may have taken of them since the batch was decided. Top-ups of one
 * recipient are counted, too.
 */
export async function checkSponsors(
  tx: Transaction,
  desk: Desk,
  decided: readonly DecidedSpend[],
): Promise<readonly DecidedSpend[]> {
  const paying = decided.filter(({ decision }) => decision.type === 'pay');
  const left = new Map(await lockSponsors(tx, sponsorsOf(paying.map(({ spend }) => spend))));
  if (left.size === 0) return decided;
  return (await checkTopups(tx, desk, decided)).map((one) => {
    const hold = one.decision.type === 'pay' ? holdOf(one) : undefined;
    if (hold === undefined) return one;
    const balance = left.get(hold.account) ?? 0n;
    if (balance < hold.microUsd)
      return { ...one, decision: wait(recheckMs, 'the balance of the sponsor was used meanwhile') };
    left.set(hold.account, balance - hold.microUsd);
    return one;
  });
}

/**
 * Sets apart what fills will charge their sponsors. The database refuses to take more than there
 * is.
 */
export async function holdSponsors(
  tx: Transaction,
  desk: Desk,
  payments: readonly Payment[],
): Promise<void> {
  const entries = payments.flatMap((payment) => {
    const hold = holdOf(payment);
    return hold === undefined ? [] : [sponsorHoldEntry(hold)];
  });
  // Both travel with the commit, so neither waits for the other.
  await Promise.all([
    desk.settlement.ledger.book(tx, entries),
    writeSponsoredTopups(
      tx,
      payments.flatMap((payment) => topupOf(desk, payment) ?? []),
    ),
  ]);
}
