import { describeError } from '@portage/core';
import type { RelayIntent, Simulation } from '@portage/core/chain';
import { toRelayIntent, toStoredRelayIntent, type DueRelay } from '@portage/settlement';
import type { Lease, Transaction } from '@portage/database';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import type { Batch } from '../batches/batch.js';
import { workBatch, type Work } from '../batches/workBatch.js';
import type { ChainContext } from '../context.js';
import { createBudget } from '../plan/createBudget.js';
import { explainFailure } from './explainFailure.js';
import { planRelay, type RelayDecision } from './planRelay.js';
import type { MadeRelay, RefusedRelay } from './relay.js';

const simulateMsMax = 5_000;

interface DecidedRelay {
  readonly relay: DueRelay;
  readonly decision: RelayDecision;
}

/** The call as its chain makes it. */
function intentOf({ chain }: ChainContext, { payload }: DueRelay): RelayIntent {
  return toRelayIntent(payload, toStoredRelayIntent(payload, chain.native.address));
}

/**
 * Simulation of the calls on top of the newest block; unknown where it fails, and undefined on a
 * chain that is not asked.
 */
async function simulate(
  context: ChainContext,
  relays: readonly DueRelay[],
): Promise<readonly (Simulation | undefined)[]> {
  const { chain } = context;
  const intents = relays.map((relay) => intentOf(context, relay));
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
  relays: readonly DueRelay[],
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

function madeOf(native: string, { relay, decision }: DecidedRelay): readonly MadeRelay[] {
  if (decision.type !== 'make') return [];
  const { charged, gasReserve, isRewrite } = decision;
  const intent = {
    ...toStoredRelayIntent(relay.payload, native),
    ...(charged === undefined ? {} : { charged: charged.toString() }),
  };
  return [{ relay, intent, gasReserve, isRewrite }];
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

const relayWork: Work<{ readonly items: readonly DueRelay[] }, DecidedRelay, RelayIntent> = {
  take: async ({ chain, settlement, policy }, tx, lease) => {
    const {
      work: { batchMax: limit },
    } = policy;
    return { items: await settlement.relays.take(tx, { chainId: chain.id, lease, limit }) };
  },
  plan: async (context, tx, { items }) => ({
    decided: await decide(tx, context, items),
    signer: createJudgedSigner(context),
  }),
  checks: [],
  intentOf: (context, { relay, decision }) =>
    decision.type === 'make' ? intentOf(context, relay) : undefined,
  purposeOf: () => 'relay',
  putOff: ({ relay }, decision) => ({ relay, decision }),
  reserve: ({ chain, settlement }, tx, signing, decided) =>
    settlement.relays.reserve(
      tx,
      signing,
      decided.flatMap((one) => madeOf(chain.native.address, one)),
    ),
  refuse: (context, tx, decided) => refuse(tx, context, decided),
};

/** Makes the calls that are due on a chain. */
export function relayBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  return workBatch(context, lease, firstSequence, relayWork);
}
