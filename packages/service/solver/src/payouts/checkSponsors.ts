import {
  payoutSponsorReserve,
  payoutTopup,
  type DuePayout,
  type DecidedPayout,
} from '@portage/settlement';
import type { Transaction } from '@portage/database';
import type { ChainContext } from '../context.js';
import { refund, wait } from '../plan/decision.js';

/** Before a fill whose sponsor paid for others meanwhile is decided anew. */
const recheckMs = 50;

/** Sponsors of these payments, each once. */
export function sponsorsOf(spends: readonly DuePayout[]): readonly string[] {
  return [
    ...new Set(
      spends.flatMap(({ job, executionTerms }) =>
        job.kind === 'fill' && executionTerms?.sponsor !== undefined
          ? [executionTerms.sponsor.account]
          : [],
      ),
    ),
  ];
}

/**
 * Gives back deposits whose top-up would be one too many for its recipient: a user that makes
 * accounts to collect top-ups, or one account that collects them, lives off the sponsor. The
 * sponsors' balances are locked, so no other process counts meanwhile.
 */
async function checkTopups(
  tx: Transaction,
  context: ChainContext,
  decided: readonly DecidedPayout[],
): Promise<readonly DecidedPayout[]> {
  const topups = decided.map((one) => payoutTopup(context.chain.id, one));
  const counted = topups.filter((topup) => topup !== undefined);
  const counts = await context.settlement.sponsors.countTopups(counted, tx);
  const before = new Map(counted.map(({ orderId }, index) => [orderId, counts[index] ?? 0]));
  const taken = new Map<string, number>();
  return decided.map((one, index) => {
    const topup = topups[index];
    if (topup === undefined) return one;
    const key = `${topup.account} ${topup.recipient}`;
    const here = taken.get(key) ?? 0;
    if (
      (before.get(topup.orderId) ?? 0) + here >=
      context.policy.fills.sponsoredTopupsPerRecipientMax
    )
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
  context: ChainContext,
  decided: readonly DecidedPayout[],
  tx: Transaction,
): Promise<readonly DecidedPayout[]> {
  const paying = decided.filter(({ decision }) => decision.type === 'pay');
  const left = new Map(
    await context.settlement.sponsors.lock(tx, sponsorsOf(paying.map(({ spend }) => spend))),
  );
  if (left.size === 0) return decided;
  return (await checkTopups(tx, context, decided)).map((one) => {
    const hold = one.decision.type === 'pay' ? payoutSponsorReserve(one) : undefined;
    if (hold === undefined) return one;
    const balance = left.get(hold.account) ?? 0n;
    if (balance < hold.microUsd)
      return { ...one, decision: wait(recheckMs, 'the balance of the sponsor was used meanwhile') };
    left.set(hold.account, balance - hold.microUsd);
    return one;
  });
}
