import { assert, type SignedTransaction } from '@portage/core';
import {
  claimSpends,
  commitSpends,
  readInventory,
  readSponsors,
  rewriteSlots,
  takeSlots,
  toSlotIntent,
  type NewSlot,
} from '@portage/settlement';
import { type Lease, type Transaction } from '@portage/database';
import type { Desk } from '../context.js';
import { outflowsOf } from '../outflowsOf.js';
import { confirmBatch, decideBatch, type DecidedSpend, type Payment } from './decideBatch.js';
import { checkSponsors, holdSponsors, sponsorsOf } from './holdSponsors.js';
import { simulateBatch } from './simulateBatch.js';
import { writeRefusals } from './writeRefusals.js';

/** A payment whose bytes are stored. */
export interface StoredPayment {
  readonly purpose: 'fill' | 'refund' | 'call';
  readonly orderId: string;
  readonly leg: string;
  readonly transaction: SignedTransaction;
}

/** What one batch did. */
export interface Batch {
  /** Jobs that were taken; 0 when nothing was due. */
  readonly taken: number;
  readonly stored: readonly StoredPayment[];
}

function isPayment(one: DecidedSpend): one is Payment {
  return one.decision.type === 'pay';
}

function toSlot(desk: Desk, { spend, decision }: Payment): NewSlot & { readonly reason: string } {
  const { orderId, leg, reason } = spend.payload;
  const { intent, source, gasHold } = decision;
  return {
    orderId,
    leg,
    kind: intent.type,
    chainId: desk.chain.id,
    intent: toSlotIntent(intent, source),
    gasHeld: gasHold,
    reason,
  };
}

function holdsOf(
  desk: Desk,
  { decision: { intent, gasHold } }: Payment,
): readonly { readonly currency: string; readonly amount: bigint }[] {
  const native = desk.chain.native.address;
  return [{ currency: native, amount: gasHold }, ...outflowsOf(intent, native)];
}

/** Failpoints of what a batch does, each kind with its prefix. */
export function failpoints(
  desk: Desk,
  name: string,
  purposes: readonly StoredPayment['purpose'][],
): void {
  if (purposes.includes('fill')) desk.failpoint?.(name);
  for (const purpose of ['refund', 'call'] as const)
    if (purposes.includes(purpose)) desk.failpoint?.(`${purpose}-${name}`);
}

/** Signs while the slots are taken, and lets everything travel with the commit. */
async function pay(
  tx: Transaction,
  desk: Desk,
  payments: readonly Payment[],
  firstSequence: bigint,
): Promise<readonly StoredPayment[]> {
  const { chain } = desk;
  if (payments.length === 0) return [];
  tx.withCommit(
    takeSlots(
      tx,
      payments
        .filter(({ decision }) => !decision.isRewrite)
        .map((payment) => toSlot(desk, payment)),
    ),
  );
  tx.withCommit(
    rewriteSlots(
      tx,
      payments.filter(({ decision }) => decision.isRewrite).map((payment) => toSlot(desk, payment)),
    ),
  );
  tx.withCommit(holdSponsors(tx, desk, payments));
  const signed = await chain.spend.prepare(
    payments.map(({ decision }) => decision.intent),
    firstSequence,
  );
  failpoints(
    desk,
    'slot',
    payments.map(({ decision }) => decision.intent.type),
  );
  const stored = payments.map(({ spend, decision }, index): StoredPayment => {
    const transaction = signed[index];
    assert(
      transaction?.sequence === firstSequence + BigInt(index),
      'sequences of a batch are contiguous',
    );
    return {
      purpose: decision.intent.type,
      orderId: spend.payload.orderId,
      leg: spend.payload.leg,
      transaction,
    };
  });
  tx.withCommit(
    commitSpends(tx, {
      chainId: chain.id,
      sender: chain.spend.sender,
      rows: stored.map((payment) => ({ ...payment, slot: payment })),
      holds: payments.flatMap((payment) => holdsOf(desk, payment)),
      jobIds: payments.map(({ spend }) => spend.jobId),
    }),
  );
  return stored;
}

/**
 * Takes due payments of a chain and, in one transaction, decides about them, takes their settlement
 * slots, signs them with consecutive sequences, stores the bytes, holds the inventory, and deletes
 * the jobs. Nothing is sent before that is durable; whatever fails before, leaves nothing behind. A
 * payment waits for the database twice: to be read, and to be committed.
 */
export async function spendBatch(desk: Desk, lease: Lease, firstSequence: bigint): Promise<Batch> {
  const { chain, settlement, policy } = desk;
  return settlement.transaction(async (tx) => {
    const [claimed, inventory] = await Promise.all([
      claimSpends(tx, {
        chainId: chain.id,
        limit: policy.batchMax,
        lease,
        orders: settlement.orders,
      }),
      readInventory(tx, chain.id, chain.spend.sender),
    ]);
    if (claimed.length === 0) return { taken: 0, stored: [] };
    const sponsors = await readSponsors(tx, sponsorsOf(claimed));
    const confirmed = await confirmBatch(desk, decideBatch(desk, claimed, inventory, sponsors));
    const decided = await checkSponsors(tx, desk, await simulateBatch(desk, confirmed));
    const stored = await pay(tx, desk, decided.filter(isPayment), firstSequence);
    await writeRefusals(tx, desk, decided);
    const ended = decided.filter(
      ({ decision }) => decision.type !== 'pay' && decision.type !== 'wait',
    );
    if (ended.length > 0)
      tx.withCommit(
        settlement.jobs.done(
          tx,
          ended.map(({ spend }) => spend.jobId),
        ),
      );
    for (const { spend, decision } of decided) {
      if (decision.type === 'drop')
        desk.log('a payment is not made', {
          chain: chain.slug,
          orderId: spend.payload.orderId,
          leg: spend.payload.leg,
          reason: decision.reason,
        });
    }
    return { taken: claimed.length, stored };
  });
}
