import { bytesToHex } from '@portage/core';
import type { RelayIntent } from '@portage/core/chain';
import type { Lease, Transaction } from '@portage/database';
import type { StoredTransaction } from '@portage/settlement';
import { rebalanceCostPart } from '../cost/costParts.js';
import { createJudgedSigner } from '../cost/createJudgedSigner.js';
import { canSpend, fresh, type ChainContext } from '../context.js';
import { nothingDue, type Batch } from '../batches/batch.js';
import { coinsReason, fundable, lockCoins } from '../batches/openCoins.js';
import { signingOf } from '../batches/signingOf.js';
import { judgeCost } from '../cost/judgeCost.js';
import { worthOf } from '../cost/worthOf.js';
import { createBudget } from '../plan/createBudget.js';
import { readFacts } from './readFacts.js';
import { planRebalance, type PlannedRebalance } from './planRebalance.js';
import type { NewRebalance } from './rebalance.js';

const readMsMax = 5_000;

/**
 * Sends the chain's inventory to another chain where orders or targets ask for it, one rebalance at
 * a time. One transaction decides, opens its settlement, signs it and stores the bytes; no other
 * process decides about a rebalance meanwhile. Nothing is sent before that is durable.
 */
export async function rebalanceBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const { chain, settlement, paths } = context;
  const isOrigin = paths?.().some(({ lanes }) =>
    lanes.some(({ origin }) => origin.chainId === chain.id),
  );
  if (isOrigin !== true || chain.gas.pausedReason?.() !== undefined) return nothingDue;
  if (!(await mayBeWanted(context))) return nothingDue;
  const stored = await settlement.transaction(async (tx) => {
    await settlement.rebalances.lock(tx);
    if (!(await settlement.rebalances.maySend(tx, chain.id, lease))) return [];
    const planned = await plan(context, tx);
    return planned === undefined ? [] : reserve(context, tx, planned, firstSequence);
  });
  return { taken: stored.length, stored };
}

/** Whether orders may wait at the other end of a path, or the operator wants something there. */
async function mayBeWanted({ chain, settlement, paths, policy }: ChainContext): Promise<boolean> {
  if (Object.keys(policy.rebalancing.targetsMicroUsd).length > 0) return true;
  const { has } = await settlement.chains.openWork();
  return (paths?.() ?? []).some(({ lanes }) =>
    lanes.some(
      ({ origin, destination }) => origin.chainId === chain.id && has(destination.chainId, 'jobs'),
    ),
  );
}

/** Decides by what is durable now. */
async function plan(context: ChainContext, tx: Transaction): Promise<PlannedRebalance | undefined> {
  return planRebalance(await readFacts(context, tx));
}

/** Whether gas takes more of what is moved than the policy covers. */
function isTooDear(
  context: ChainContext,
  moved: { readonly currency: string; readonly amount: bigint },
  cost: bigint,
): boolean {
  const worth = worthOf(context, moved);
  if (worth === undefined) return true;
  const judged = { cost, charged: worth / rebalanceCostPart, worth, waitedMs: 0 };
  return judgeCost(context, judged).type !== 'pay';
}

/** Whether a path would take more than the amount that it was asked to move. */
function takesMore(
  { native }: Pick<ChainContext['chain'], 'native'>,
  { lane, amount }: NewRebalance,
  { value }: { readonly value: bigint },
): boolean {
  return value !== (lane.origin.currency === native.address ? amount : 0n);
}

async function reserve(
  context: ChainContext,
  tx: Transaction,
  { path, lane, purpose, ...planned }: PlannedRebalance,
  firstSequence: bigint,
): Promise<readonly StoredTransaction[]> {
  const { chain, chains, settlement, policy, clock, log, randomBytes } = context;
  const destination = chains.all.find(({ id }) => id === lane.destination.chainId);
  if (destination === undefined || !canSpend(destination)) return [];
  const rebalance: NewRebalance = {
    id: bytesToHex(randomBytes(32)),
    path: path.name,
    purpose,
    lane,
    ...planned,
    sender: chain.spend.sender,
    recipient: destination.spend.sender,
  };
  const waits = (reason: string): readonly StoredTransaction[] => {
    log('a transfer waits', { chain: chain.slug, reason });
    return [];
  };
  const call = path.send(rebalance);
  const signer = createJudgedSigner(context);
  const gas = fresh(context, chain.gas.estimate({ type: 'relay', gasLimit: call.gasLimit }));
  if (gas === undefined) return [];
  // Nobody was charged for it. It is looked for again, and made when gas is cheaper.
  if (isTooDear(context, { currency: lane.origin.currency, amount: rebalance.amount }, gas))
    return waits('gas costs too much of it');
  const gasReserve = gas * policy.fills.gasReserveFactor;
  if (takesMore(chain, rebalance, call)) {
    const about = { chain: chain.slug, level: 'error', path: path.name };
    log('a path asks for more than a transfer', about);
    return [];
  }
  const budget = createBudget(await settlement.inventory.read(tx, chain.id, chain.spend.sender));
  if (budget.shortage(chain.native.address, gasReserve + call.value) !== undefined) return [];
  const intent: RelayIntent = { type: 'relay', orderId: rebalance.id, key: rebalance.id, ...call };
  const [simulation] = (await chain.spend.simulate?.([intent], clock.timeout(readMsMax))) ?? [];
  if (simulation !== undefined && simulation.status !== 'passes') {
    const { status, reason } = simulation;
    log('a transfer is not made', { chain: chain.slug, path: path.name, status, reason });
    return [];
  }
  const open = await lockCoins(context, tx);
  if (!fundable(context, [intent], open).every(Boolean)) return waits(coinsReason);
  const stored = await settlement.rebalances.reserve(
    tx,
    signingOf(context, { firstSequence, signer, open, purposeOf: () => 'rebalance' }),
    { rebalance, call, gasReserve },
  );
  log('inventory is sent to another chain', {
    chain: chain.slug,
    to: destination.slug,
    path: path.name,
    purpose,
    currency: lane.origin.currency,
    amount: rebalance.amount.toString(),
  });
  return stored;
}
