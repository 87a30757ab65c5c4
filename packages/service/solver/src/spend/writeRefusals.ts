import {
  mainLeg,
  accounts,
  changeRequests,
  closeSlots,
  postponeSpends,
  rewriteSlots,
  spendJob,
  takeSlots,
  type NewSlot,
  type RequestChange,
  type SlotIntent,
} from '@portage/settlement';
import { type Transaction } from '@portage/database';
import type { Desk } from '../context.js';
import { sponsorReturn } from '../monitor/bookOutcomes.js';
import type { DecidedSpend } from './decideBatch.js';

function toRefundJob({ spend, decision }: DecidedSpend): readonly ReturnType<typeof spendJob>[] {
  if (decision.type !== 'refund') return [];
  const { chainId, txId, ordinal, orderId, leg, gross } = spend.payload;
  return [
    spendJob({
      kind: 'refund',
      chainId,
      orderId,
      leg,
      deposit: { chainId, txId, ordinal },
      gross: BigInt(gross),
      reason: decision.reason,
    }),
  ];
}

function toChange({ spend, decision }: DecidedSpend): readonly RequestChange[] {
  const { orderId, leg } = spend.payload;
  if (leg !== mainLeg) return [];
  if (decision.type === 'refund') return [{ orderId, events: [], failReason: decision.reason }];
  return decision.type === 'unpayable'
    ? [{ orderId, events: ['failed'], refundFailReason: decision.reason }]
    : [];
}

/**
 * The slot of a refund that is not made: it pays nothing, and it keeps anything else from paying.
 */
function emptySlot(desk: Desk, { spend }: DecidedSpend): NewSlot & { readonly reason: string } {
  const { payload, deposit, order } = spend;
  const intent: SlotIntent = {
    type: 'refund',
    currency: deposit.currency,
    recipient: '',
    amount: '0',
    deposit: payload.deposit,
    credit: { asset: `${String(payload.chainId)}:${deposit.currency}`, amount: payload.gross },
    solver: order.solver,
  };
  return {
    orderId: payload.orderId,
    leg: payload.leg,
    kind: 'refund',
    chainId: desk.chain.id,
    intent,
    gasHeld: 0n,
    reason: payload.reason,
  };
}

async function writeUnpayable(
  tx: Transaction,
  desk: Desk,
  unpayable: readonly DecidedSpend[],
): Promise<void> {
  if (unpayable.length === 0) return;
  await takeSlots(
    tx,
    unpayable.filter(({ spend }) => spend.slot === undefined).map((one) => emptySlot(desk, one)),
  );
  await rewriteSlots(
    tx,
    unpayable.filter(({ spend }) => spend.slot !== undefined).map((one) => emptySlot(desk, one)),
  );
  await closeSlots(
    tx,
    unpayable.map(({ spend }) => spend.payload),
  );
  await desk.settlement.ledger.book(
    tx,
    unpayable.map(({ spend: { payload, deposit } }) => {
      const asset = `${String(payload.chainId)}:${deposit.currency}`;
      const amount = BigInt(payload.gross);
      return {
        kind: 'unpayable',
        ref: `${payload.orderId}:${payload.leg}`,
        legs: [
          { account: accounts.escrow(payload.orderId), asset, amount: -amount },
          { account: accounts.suspense, asset, amount },
        ],
      };
    }),
  );
  await desk.settlement.ledger.book(
    tx,
    unpayable.flatMap(({ spend: { slot, payload } }) =>
      sponsorReturn(payload.orderId, slot?.intent.charges),
    ),
  );
}

/**
 * Writes everything of a batch that pays nothing: refunds to come, refunds that cannot be, and what
 * waits.
 */
export async function writeRefusals(
  tx: Transaction,
  desk: Desk,
  decided: readonly DecidedSpend[],
): Promise<void> {
  const refusals = decided.filter(({ decision }) => decision.type !== 'pay');
  if (refusals.length === 0) return;
  await writeUnpayable(
    tx,
    desk,
    refusals.filter(({ decision }) => decision.type === 'unpayable'),
  );
  await postponeSpends(
    tx,
    refusals.flatMap(({ spend, decision }) =>
      decision.type === 'wait'
        ? [{ jobId: spend.jobId, delayMs: decision.delayMs, reason: decision.reason }]
        : [],
    ),
  );
  await changeRequests(tx, desk.settlement.hub, refusals.flatMap(toChange));
  await desk.settlement.jobs.add(tx, refusals.flatMap(toRefundJob));
}
