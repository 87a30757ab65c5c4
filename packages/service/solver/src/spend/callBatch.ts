import type { Simulation } from '@portage/core';
import {
  changeRequests,
  claimCalls,
  closeSlots,
  postponeSpends,
  readInventory,
  reserveRelays,
  toCallIntent,
  toCallSlotIntent,
  type ClaimedCall,
  type MadeRelay,
} from '@portage/settlement';
import type { Lease, Transaction } from '@portage/database';
import { ledgerChain, type Desk } from '../context.js';
import { createBudget } from '../plan/createBudget.js';
import { explainCall } from '../plan/explainCall.js';
import { planCall, type CallDecision } from '../plan/planCall.js';
import { failpoints, type Batch } from './spendBatch.js';

const simulateMsMax = 5_000;

interface DecidedCall {
  readonly call: ClaimedCall;
  readonly decision: CallDecision;
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
    return (await chain.spend.simulate?.(intents, desk.clock.timeout(simulateMsMax))) ?? [];
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
    const made = decided.flatMap(({ call, decision }): readonly MadeRelay[] =>
      decision.type === 'make'
        ? [
            {
              call,
              intent: toCallSlotIntent(call.payload, chain.native.address),
              gasHold: decision.gasHold,
              isRewrite: decision.isRewrite,
            },
          ]
        : [],
    );
    const stored = await reserveRelays(
      tx,
      {
        chain: ledgerChain(chain),
        sender: chain.spend.sender,
        firstSequence,
        sign: async (intents, first) => {
          const signed = await chain.spend.prepare(intents, first);
          failpoints(desk, 'slot', ['call']);
          return signed;
        },
      },
      made,
    );
    await writeRefusals(tx, desk, decided);
    return { taken: claimed.length, stored };
  });
}
