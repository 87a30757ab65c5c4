import { describeError } from '@portage/core';
import type { SignedTransaction, Simulation } from '@portage/core/chain';
import {
  toRelayIntent,
  toStoredRelayIntent,
  type ClaimedRelay,
  type MadeRelay,
  type RefusedRelay,
} from '@portage/settlement';
import type { Lease, Transaction } from '@portage/database';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import { ledgerChain, type ChainContext } from '../context.js';
import { createBudget } from '../plan/createBudget.js';
import { explainFailure } from './explainFailure.js';
import { planRelay, type RelayDecision } from './planRelay.js';
import { coinsDelayMs, coinsReason, fundable, lockCoins } from '../payouts/openCoins.js';
import { failpoints, type Batch } from '../payouts/payoutBatch.js';

const simulateMsMax = 5_000;

interface DecidedRelay {
  readonly relay: ClaimedRelay;
  readonly decision: RelayDecision;
}

/**
 * Simulation of the calls on top of the newest block; unknown where it fails, and undefined on a
 * chain that is not asked.
 */
async function simulate(
  context: ChainContext,
  relays: readonly ClaimedRelay[],
): Promise<readonly (Simulation | undefined)[]> {
  const { chain } = context;
  const intents = relays.map(({ payload }) =>
    toRelayIntent(payload, toStoredRelayIntent(payload, chain.native.address)),
  );
  try {
    return (await chain.spend.simulate?.(intents, context.clock.timeout(simulateMsMax))) ?? [];
  } catch (error) {
    const reason = describeError(error);
    context.log('calls could not be simulated', { chain: chain.slug, error: reason });
    return relays.map(() => ({ status: 'unknown', reason }));
  }
}

async function decide(
  tx: Transaction,
  context: ChainContext,
  relays: readonly ClaimedRelay[],
): Promise<readonly DecidedRelay[]> {
  const { chain } = context;
  const [inventory, simulations] = await Promise.all([
    context.settlement.inventory.read(tx, chain.id, chain.spend.sender),
    simulate(context, relays),
  ]);
  const budget = createBudget(inventory);
  return relays.map((relay, index) => ({
    relay,
    decision: planRelay(context, relay, simulations[index], budget),
  }));
}

/** Puts off calls for which the sender has no coins now. */
function deferUnfunded(
  context: ChainContext,
  decided: readonly DecidedRelay[],
  open: readonly SignedTransaction[] | undefined,
): readonly DecidedRelay[] {
  const { native } = context.chain;
  const intents = decided.flatMap(({ relay: { payload }, decision }) =>
    decision.type === 'make'
      ? [toRelayIntent(payload, toStoredRelayIntent(payload, native.address))]
      : [],
  );
  const answers = [...fundable(context, intents, open)];
  return decided.map((one) =>
    one.decision.type !== 'make' || answers.shift() === true
      ? one
      : { ...one, decision: { type: 'wait', delayMs: coinsDelayMs(context), reason: coinsReason } },
  );
}

/** The decision against a call, in the words of settlement; undefined where it is made. */
async function refusalOf(
  tx: Transaction,
  context: ChainContext,
  { relay, decision }: DecidedRelay,
): Promise<RefusedRelay['refusal'] | undefined> {
  if (decision.type === 'make') return undefined;
  if (decision.type === 'wait') return decision;
  const { orderId, leg, endsRequest } = relay.payload;
  context.log('a call is not made', {
    chain: context.chain.slug,
    orderId,
    leg,
    reason: decision.type === 'end' ? decision.detail : decision.reason,
  });
  if (decision.type === 'drop') return { type: 'drop' };
  const { reason } = decision;
  const failReason =
    endsRequest !== true || reason === undefined
      ? undefined
      : await explainFailure(tx, context, { orderId, reason });
  return { type: 'end', failReason };
}

async function refuse(
  tx: Transaction,
  context: ChainContext,
  decided: readonly DecidedRelay[],
): Promise<void> {
  const refused: RefusedRelay[] = [];
  for (const one of decided) {
    const refusal = await refusalOf(tx, context, one);
    if (refusal !== undefined) refused.push({ relay: one.relay, refusal });
  }
  await context.settlement.relays.refuse(tx, refused);
}

/**
 * Takes due calls of a chain and, in one transaction, decides about them, takes their settlements,
 * signs them with consecutive sequences, stores the bytes, holds their gas, and deletes the jobs:
 * what {@link payoutBatch} does for payments.
 */
export async function relayBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const { chain, settlement, policy } = context;
  return settlement.transaction(async (tx) => {
    const claimed = await settlement.relays.claim(tx, {
      chainId: chain.id,
      lease,
      limit: policy.batchMax,
    });
    if (claimed.length === 0) return { taken: 0, stored: [] };
    const planned = await decide(tx, context, claimed);
    const signer = createJudgedSigner(context);
    const open = await lockCoins(context, tx);
    const decided = deferUnfunded(context, planned, open);
    const made = decided.flatMap(({ relay, decision }): readonly MadeRelay[] =>
      decision.type === 'make'
        ? [
            {
              relay,
              intent: {
                ...toStoredRelayIntent(relay.payload, chain.native.address),
                ...(decision.charged === undefined ? {} : { charged: decision.charged.toString() }),
              },
              gasReserve: decision.gasReserve,
              isRewrite: decision.isRewrite,
            },
          ]
        : [],
    );
    const stored = await settlement.relays.reserve(
      tx,
      {
        chain: ledgerChain(chain),
        sender: chain.spend.sender,
        firstSequence,
        sign: async (intents, first) => {
          const signed = await signer.sign(intents, first, open);
          failpoints(context, 'settlement', ['relay']);
          return signed;
        },
      },
      made,
    );
    await refuse(tx, context, decided);
    return { taken: claimed.length, stored };
  });
}
