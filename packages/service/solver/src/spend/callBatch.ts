import { assert, type Simulation } from '@portage/core';
import {
  changeRequests,
  claimCalls,
  closeSlots,
  commitSpends,
  postponeSpends,
  readInventory,
  rewriteSlots,
  takeSlots,
  toCallIntent,
  toCallSlotIntent,
  type CallSlotIntent,
  type ClaimedCall,
  type NewSlot,
} from '@portage/settlement';
import { type Lease, type Transaction } from '@portage/database';
import type { Desk } from '../context.js';
import { createBudget } from '../plan/createBudget.js';
import { explainCall } from '../plan/explainCall.js';
import { planCall, type CallDecision } from '../plan/planCall.js';
import { failpoints, type Batch, type StoredPayment } from './spendBatch.js';

const simulateMsMax = 5_000;

interface DecidedCall {
  readonly call: ClaimedCall;
  readonly decision: CallDecision;
}

interface MadeCall {
  readonly call: ClaimedCall;
  readonly decision: Extract<CallDecision, { readonly type: 'make' }>;
  readonly intent: CallSlotIntent;
}

/**
 * What the calls would do on top of the newest block; nothing where that cannot be told, which
 * delays nobody.
 */
async function simulate(
  desk: Desk,
  calls: readonly ClaimedCall[],
): Promise<readonly (Simulation | undefined)[]> {
  const { chain } = desk;
  const intents = calls.map(({ payload }) =>
    toCallIntent(payload, toCallSlotIntent(payload, chain.native.address)),
  );
  try {
    return (await chain.spend.simulate?.(intents, AbortSignal.timeout(simulateMsMax))) ?? [];
  } catch (error) {
    desk.log('calls could not be simulated', {
      chain: chain.slug,
      error: error instanceof Error ? error.message : String(error),
    });
    return [];
  }
}

async function decide(
  tx: Transaction,
  desk: Desk,
  calls: readonly ClaimedCall[],
): Promise<readonly DecidedCall[]> {
  const { chain } = desk;
  const [inventory, simulations] = await Promise.all([
    readInventory(tx, chain.id, chain.spend.sender),
    simulate(desk, calls),
  ]);
  const budget = createBudget(inventory);
  return calls.map((call, index) => ({
    call,
    decision: planCall(desk, call, simulations[index], budget),
  }));
}

function toSlot(
  desk: Desk,
  { call, decision, intent }: MadeCall,
): NewSlot & { readonly reason: string } {
  const { orderId, leg } = call.payload;
  return {
    orderId,
    leg,
    kind: 'call',
    chainId: desk.chain.id,
    intent,
    gasHeld: decision.gasHold,
    reason: 'N/A',
  };
}

/** Signs while the slots are taken, and lets everything travel with the commit. */
async function make(
  tx: Transaction,
  desk: Desk,
  made: readonly MadeCall[],
  firstSequence: bigint,
): Promise<readonly StoredPayment[]> {
  const { chain } = desk;
  if (made.length === 0) return [];
  tx.withCommit(
    takeSlots(
      tx,
      made.filter(({ decision }) => !decision.isRewrite).map((one) => toSlot(desk, one)),
    ),
  );
  tx.withCommit(
    rewriteSlots(
      tx,
      made.filter(({ decision }) => decision.isRewrite).map((one) => toSlot(desk, one)),
    ),
  );
  const signed = await chain.spend.prepare(
    made.map(({ call, intent }) => toCallIntent(call.payload, intent)),
    firstSequence,
  );
  failpoints(desk, 'slot', ['call']);
  const stored = made.map(({ call }, index): StoredPayment => {
    const transaction = signed[index];
    assert(
      transaction?.sequence === firstSequence + BigInt(index),
      'sequences of a batch are contiguous',
    );
    return { purpose: 'call', orderId: call.payload.orderId, leg: call.payload.leg, transaction };
  });
  tx.withCommit(
    commitSpends(tx, {
      chainId: chain.id,
      sender: chain.spend.sender,
      rows: stored.map((one) => ({ ...one, slot: one })),
      holds: made.map(({ decision, intent }) => ({
        currency: intent.currency,
        amount: decision.gasHold + BigInt(intent.amount),
      })),
      jobIds: made.map(({ call }) => call.jobId),
    }),
  );
  return stored;
}

/**
 * Writes what is not made: calls that wait, and those that are given up, with the requests that
 * waited for them.
 */
async function writeRefusals(
  tx: Transaction,
  desk: Desk,
  decided: readonly DecidedCall[],
): Promise<void> {
  const ended: ClaimedCall[] = [];
  const over: number[] = [];
  for (const { call, decision } of decided) {
    const { orderId, leg, endsRequest } = call.payload;
    if (decision.type === 'make' || decision.type === 'wait') continue;
    over.push(call.jobId);
    desk.log('a call is not made', {
      chain: desk.chain.slug,
      orderId,
      leg,
      reason: decision.type === 'end' ? decision.detail : decision.reason,
    });
    if (decision.type !== 'end') continue;
    ended.push(call);
    if (endsRequest !== true || decision.reason === undefined) continue;
    const failReason = await explainCall(tx, desk, { orderId, reason: decision.reason });
    await changeRequests(tx, desk.settlement.hub, [
      { orderId, events: ['depositRefused'], failReason },
    ]);
  }
  await closeSlots(
    tx,
    ended.filter(({ slot }) => slot !== undefined).map(({ payload }) => payload),
  );
  if (over.length > 0) await desk.settlement.jobs.done(tx, over);
  await postponeSpends(
    tx,
    decided.flatMap(({ call, decision }) =>
      decision.type === 'wait'
        ? [{ jobId: call.jobId, delayMs: decision.delayMs, reason: decision.reason }]
        : [],
    ),
  );
}

/**
 * Takes due calls of a chain and, in one transaction, decides about them, takes their slots, signs
 * them with consecutive sequences, stores the bytes, holds their gas, and deletes the jobs: what
 * {@link spendBatch} does for payments.
 */
export async function callBatch(desk: Desk, lease: Lease, firstSequence: bigint): Promise<Batch> {
  const { chain, settlement, policy } = desk;
  return settlement.transaction(async (tx) => {
    const claimed = await claimCalls(tx, { chainId: chain.id, limit: policy.batchMax, lease });
    if (claimed.length === 0) return { taken: 0, stored: [] };
    const decided = await decide(tx, desk, claimed);
    const made = decided.flatMap(({ call, decision }): readonly MadeCall[] =>
      decision.type === 'make'
        ? [{ call, decision, intent: toCallSlotIntent(call.payload, chain.native.address) }]
        : [],
    );
    const stored = await make(tx, desk, made, firstSequence);
    await writeRefusals(tx, desk, decided);
    return { taken: claimed.length, stored };
  });
}
