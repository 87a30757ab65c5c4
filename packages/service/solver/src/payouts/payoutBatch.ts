import type { SignedTransaction } from '@portage/core/chain';
import type { DecidedPayout, StoredTransaction } from '@portage/settlement';
import type { Lease, Transaction } from '@portage/database';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import { ledgerChain, type ChainContext } from '../context.js';
import { checkAuthorizations } from './checkAuthorizations.js';
import { checkRecipients } from './checkRecipients.js';
import { checkSponsors, sponsorsOf } from './checkSponsors.js';
import { checkWithdrawals } from './checkWithdrawals.js';
import { confirmPayouts, decidePayouts } from './decidePayouts.js';
import { confirmRecoveries } from './confirmRecoveries.js';
import { coinsDelayMs, coinsReason, fundable, lockCoins } from './openCoins.js';
import { simulatePayouts } from './simulatePayouts.js';
import { wait } from '../plan/decision.js';

/** Result of one batch. */
export interface Batch {
  /** Jobs that were taken; 0 when nothing was due. */
  readonly taken: number;
  readonly stored: readonly StoredTransaction[];
}

/** Failpoints of what a batch does, each kind with its prefix. */
export function failpoints(
  context: ChainContext,
  name: string,
  purposes: readonly (StoredTransaction['purpose'] | 'cancel')[],
): void {
  if (purposes.includes('fill')) context.failpoint?.(name);
  for (const purpose of ['refund', 'relay', 'collection', 'transfer', 'claim', 'cancel'] as const)
    if (purposes.includes(purpose)) context.failpoint?.(`${purpose}-${name}`);
}

/** Puts off payments for which the sender has no coins now; the others are made. */
function deferUnfunded(
  context: ChainContext,
  decided: readonly DecidedPayout[],
  open: readonly SignedTransaction[] | undefined,
): readonly DecidedPayout[] {
  const intents = decided.flatMap(({ decision }) =>
    decision.type === 'pay' ? [decision.intent] : [],
  );
  const answers = [...fundable(context, intents, open)];
  return decided.map((one) =>
    one.decision.type !== 'pay' || answers.shift() === true
      ? one
      : { ...one, decision: wait(coinsDelayMs(context), coinsReason) },
  );
}

/**
 * Takes due payments of a chain and, in one transaction, decides about them, takes their settlement
 * settlements, signs them with consecutive sequences, stores the bytes, holds the inventory, and
 * deletes the jobs. Nothing is sent before that is durable; whatever fails before, leaves nothing
 * behind. A payment waits for the database twice: to be read, and to be committed.
 */
export async function payoutBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const batch = await context.settlement.transaction((tx) =>
    decideBatch(tx, context, lease, firstSequence),
  );
  await context.outflows?.judge();
  return batch;
}

async function decideBatch(
  tx: Transaction,
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const { chain, settlement, policy } = context;
  const [claimed, inventory] = await Promise.all([
    settlement.payouts.claim(tx, { chainId: chain.id, limit: policy.batchMax, lease }),
    settlement.inventory.read(tx, chain.id, chain.spend.sender),
  ]);
  if (claimed.length === 0) return { taken: 0, stored: [] };
  const sponsors = await settlement.sponsors.balances(sponsorsOf(claimed), tx);
  const signer = createJudgedSigner(context);
  const checked = await confirmRecoveries(
    tx,
    context,
    decidePayouts(context, claimed, inventory, sponsors),
  );
  const confirmed = await confirmPayouts(context, checked);
  const payable = await checkWithdrawals(context, await checkRecipients(context, confirmed));
  const simulated = await simulatePayouts(context, payable);
  const free = await checkAuthorizations(tx, context, simulated);
  const sponsored = await checkSponsors(tx, context, free);
  const open = await lockCoins(context, tx);
  const limited = context.outflows?.limit(sponsored) ?? sponsored;
  const decided = deferUnfunded(context, limited, open);
  tx.afterCommit(() => {
    context.outflows?.count(decided);
  });
  const stored = await settlement.payouts.reserve(
    tx,
    {
      chain: ledgerChain(chain),
      sender: chain.spend.sender,
      firstSequence,
      sign: async (intents, first) => {
        const signed = await signer.sign(intents, first, open);
        failpoints(
          context,
          'settlement',
          intents.map(({ type }) => type),
        );
        return signed;
      },
    },
    decided,
  );
  const sender = { chain: ledgerChain(chain), sender: chain.spend.sender };
  await settlement.payouts.recover(tx, sender, decided);
  await settlement.payouts.refuse(tx, sender.chain, decided);
  for (const { spend, decision } of decided) {
    if (decision.type === 'drop')
      context.log('a payment is not made', {
        chain: chain.slug,
        orderId: spend.job.orderId,
        leg: spend.job.leg,
        reason: decision.reason,
      });
    if (decision.type === 'recover')
      context.log('a payment that was made before is booked', {
        chain: chain.slug,
        orderId: spend.job.orderId,
        leg: spend.job.leg,
        txId: decision.made.txId,
      });
  }
  return { taken: claimed.length, stored };
}
