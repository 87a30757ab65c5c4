import type { PaymentIntent } from '@portage/core/chain';
import type { Lease } from '@portage/database';
import type { DuePayout, DecidedPayout, InventoryRow } from '@portage/settlement';
import type { Batch } from '../batches/batch.js';
import { workBatch, type Work } from '../batches/workBatch.js';
import { ledgerChain, type ChainContext } from '../context.js';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import { checkAllowances } from './checkAllowances.js';
import { checkAuthorizations } from './checkAuthorizations.js';
import { checkRecipients } from './checkRecipients.js';
import { checkSponsors, sponsorsOf } from './checkSponsors.js';
import { checkReleases } from './checkReleases.js';
import { confirmPayouts, decidePayouts } from './decidePayouts.js';
import { confirmRecoveries } from './confirmRecoveries.js';
import { simulatePayouts } from './simulatePayouts.js';

interface DuePayouts {
  readonly items: readonly DuePayout[];
  readonly inventory: readonly InventoryRow[];
}

function tell({ chain, log }: ChainContext, { spend: { job }, decision }: DecidedPayout): void {
  const about = { chain: chain.slug, orderId: job.orderId, leg: job.leg };
  if (decision.type === 'drop') log('a payment is not made', { ...about, reason: decision.reason });
  if (decision.type === 'recover')
    log('a payment that was made before is booked', { ...about, txId: decision.made.txId });
}

/** Fills and refunds. A payment waits for the database twice: to be read, and to be committed. */
const payoutWork: Work<DuePayouts, DecidedPayout, PaymentIntent> = {
  take: async ({ chain, settlement, policy }, tx, lease) => {
    const [items, inventory] = await Promise.all([
      settlement.payouts.take(tx, { chainId: chain.id, limit: policy.work.batchMax, lease }),
      settlement.inventory.read(tx, chain.id, chain.spend.sender),
    ]);
    return { items, inventory };
  },
  plan: async (context, tx, { items, inventory }) => {
    const sponsors = await context.settlement.sponsors.balances(sponsorsOf(items), tx);
    const signer = createJudgedSigner(context);
    return { decided: decidePayouts(context, items, inventory, sponsors), signer };
  },
  checks: [
    confirmRecoveries,
    confirmPayouts,
    checkRecipients,
    checkReleases,
    checkAllowances,
    simulatePayouts,
    checkAuthorizations,
    checkSponsors,
    ({ outflows }, decided) => outflows?.limit(decided) ?? decided,
  ],
  intentOf: (_context, { decision }) => (decision.type === 'pay' ? decision.intent : undefined),
  purposeOf: ({ type }) => type,
  putOff: (one, decision) => ({ ...one, decision }),
  reserve: (context, tx, signing, decided) => {
    tx.afterCommit(() => {
      context.outflows?.count(decided);
    });
    return context.settlement.payouts.reserve(tx, signing, decided);
  },
  refuse: async (context, tx, decided) => {
    const { chain, settlement } = context;
    const sender = { chain: ledgerChain(chain), sender: chain.spend.sender };
    await settlement.payouts.recover(tx, sender, decided);
    await settlement.payouts.refuse(tx, sender.chain, decided);
    for (const one of decided) tell(context, one);
  },
};

/** Pays what is due on a chain, and judges afterwards what flows out. */
export async function payoutBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const batch = await workBatch(context, lease, firstSequence, payoutWork);
  await context.outflows?.judge();
  return batch;
}
