import { bytesToHex, describeError } from '@portage/core';
import type { CollectionIntent, Vault } from '@portage/core/chain';
import type { StoredTransaction } from '@portage/settlement';
import type { TakenEarning, DueEarnings } from './earnings.js';
import type { Lease, Transaction } from '@portage/database';
import { createJudgedSigner, type JudgedSigner } from '../cost/createJudgedSigner.js';
import { fresh, type ChainContext } from '../context.js';
import { nothingDue, type Batch } from '../batches/batch.js';
import { coinsReason, fundable, lockCoins } from '../batches/openCoins.js';
import { signingOf } from '../batches/signingOf.js';
import { createBudget } from '../plan/createBudget.js';
import { chooseEarnings, escrowName, releasesOf } from './chooseEarnings.js';
import { planCollection } from './planCollection.js';

const readMsMax = 5_000;

/**
 * Seconds that a collection is good for. Depository and allocator allow 15 minutes, of which ten
 * are for a service whose clock is behind.
 */
const expirySeconds = 240;

/** A collection that is about to be signed. */
interface PlannedCollection {
  readonly intent: CollectionIntent;
  readonly earnings: readonly TakenEarning[];
  readonly gasReserve: bigint;
}

/** Brings home the earnings of the first currency for which that is due, as one transaction. */
export async function collectBatch(
  context: ChainContext,
  lease: Lease,
  firstSequence: bigint,
): Promise<Batch> {
  const { chain, settlement } = context;
  const { vault } = chain;
  if (vault === undefined) return nothingDue;
  for (const due of await settlement.collections.due(chain.id)) {
    const signer = createJudgedSigner(context);
    const why = planCollection(context, due, Math.min(due.settlements, vault.releasesMax));
    if (why === undefined) continue;
    const stored = await collect(context, { vault, due, lease, firstSequence, signer });
    if (stored.length === 0) continue;
    const { currency } = due;
    context.log('earnings are collected', { chain: chain.slug, currency, why });
    return { taken: stored.length, stored };
  }
  return nothingDue;
}

interface CollectInput {
  readonly vault: Vault;
  readonly due: DueEarnings;
  readonly lease: Lease;
  readonly firstSequence: bigint;
  /** Signs for the gas that the collection was judged by. */
  readonly signer: JudgedSigner;
}

/**
 * Takes due earnings of a currency and, in one transaction, opens the settlement of their
 * collection, marks them, signs it and stores the bytes. Nothing is sent before that is durable.
 */
async function collect(
  context: ChainContext,
  { vault, due, lease, firstSequence, signer }: CollectInput,
): Promise<readonly StoredTransaction[]> {
  const { chain, settlement } = context;
  const available = await readAvailable(context, vault, due.currency);
  if (available === 0n) return [];
  return settlement.transaction(async (tx) => {
    const taken = await settlement.collections.take(tx, {
      chainId: chain.id,
      currency: due.currency,
      limit: vault.releasesMax,
      lease,
    });
    const earnings = await chooseHeld(context, vault, taken, available);
    const planned = await plan(tx, context, due.currency, earnings);
    if (planned === undefined) return [];
    const open = await lockCoins(context, tx);
    if (!fundable(context, [planned.intent], open).every(Boolean)) {
      context.log('earnings wait', { chain: chain.slug, reason: coinsReason });
      return [];
    }
    return settlement.collections.reserve(
      tx,
      signingOf(context, { firstSequence, signer, open, purposeOf: () => 'collection' }),
      planned,
    );
  });
}

/** Amount that may be withdrawn now; nothing where that cannot be read, which is asked again. */
async function readAvailable(
  { chain, clock, log }: ChainContext,
  vault: Vault,
  currency: string,
): Promise<bigint> {
  try {
    return await vault.available(currency, clock.timeout(readMsMax));
  } catch (error) {
    log('the limit of the depository could not be read', {
      chain: chain.slug,
      error: describeError(error),
    });
    return 0n;
  }
}

/** The earnings that the depository itself says it holds. */
async function chooseHeld(
  { chain, clock, log }: ChainContext,
  vault: Vault,
  taken: readonly TakenEarning[],
  available: bigint,
): Promise<readonly TakenEarning[]> {
  if (taken.length === 0) return [];
  const escrows = [...new Map(taken.map((one) => [escrowName(one), one])).values()];
  const held = await vault.held(escrows, clock.timeout(readMsMax));
  const amounts = new Map(escrows.map((one, index) => [escrowName(one), held[index] ?? 0n]));
  const { chosen, missing } = chooseEarnings(taken, amounts, available);
  for (const { orderId, depositor } of missing)
    log('the depository holds less than an order has earned', {
      chain: chain.slug,
      orderId,
      depositor,
    });
  return chosen;
}

/** The collection of these earnings; undefined where it would revert or its gas is not there. */
async function plan(
  tx: Transaction,
  context: ChainContext,
  currency: string,
  earnings: readonly TakenEarning[],
): Promise<PlannedCollection | undefined> {
  const { chain, settlement, policy, clock, randomBytes } = context;
  const tip = fresh(context, chain.observe.tip());
  if (earnings.length === 0 || tip === undefined) return undefined;
  const releases = releasesOf(earnings);
  const gas = fresh(
    context,
    chain.gas.estimate({ type: 'collection', currency, releases: releases.length }),
  );
  if (gas === undefined) return undefined;
  const gasReserve = gas * policy.fills.gasReserveFactor;
  const budget = createBudget(await settlement.inventory.read(tx, chain.id, chain.spend.sender));
  const { native } = chain;
  if (budget.shortage(native.address, gasReserve) !== undefined) {
    context.log('there is no gas to bring earnings home', { chain: chain.slug });
    return undefined;
  }
  // What is not counted yet could not be booked.
  if (currency !== native.address && budget.shortage(currency, 0n) !== undefined) return undefined;
  const intent: CollectionIntent = {
    type: 'collection',
    orderId: bytesToHex(randomBytes(32)),
    currency,
    releases,
    amount: releases.reduce((sum, { amount }) => sum + amount, 0n),
    expiry: tip.time + expirySeconds,
  };
  const [simulation] = (await chain.spend.simulate?.([intent], clock.timeout(readMsMax))) ?? [];
  if (simulation !== undefined && simulation.status !== 'passes') {
    const { status, reason } = simulation;
    const what = status === 'reverts' ? 'would revert' : 'could not be simulated';
    context.log(`a collection ${what}`, { chain: chain.slug, currency, reason });
    return undefined;
  }
  return { intent, earnings, gasReserve };
}
