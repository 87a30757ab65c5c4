import { setMaxListeners } from 'node:events';
import { waitMsMax } from '@portage/testing';
import { testCollectibleAbi } from '@portage/contracts';
import { testCollectibleBytecode } from '@portage/contracts/bytecode';
import { createTestDatabases } from '@portage/database/testing';
import { serviceMigrations } from '@portage/service';
import type { Hex } from 'viem';
import { deployContract } from '../../src/demonstrations/deployContract.js';
import { checkBooks, type BooksCheck } from './checkBooks.js';
import { findFaults, readPaid, type PaidOrder } from './checkOrders.js';
import { orderKinds } from './orderKinds.js';
import { createLostTransactions, placeAll, type Placed } from './placeAll.js';
import { askAgain } from './placeOrder.js';
import { createRandom } from './random.js';
import { reorganise, type ReorgCounts } from './reorganise.js';
import { tellLies } from './startLiars.js';
import { balanceReader, confirmations, contextOf, openWorld, type World } from './world.js';

/** Options of a soak. */
export interface SoakOptions {
  readonly orders: number;
  /** Payers that pay at once, each with an account of its own. */
  readonly payers: number;
  readonly seed: number;
  readonly reorgs: boolean;
  readonly kills: boolean;
  readonly liar: boolean;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Order with what is wrong with it. */
export interface CheckedOrder extends PaidOrder {
  readonly faults: readonly string[];
}

/** Result of a soak. */
export interface SoakReport {
  readonly orders: readonly CheckedOrder[];
  /** Orders that could not even be quoted, as sentences. */
  readonly refused: readonly string[];
  readonly checks: readonly BooksCheck[];
  readonly reorgs: ReorgCounts;
  readonly kills: number;
  /** How often each lie was told, by its name. */
  readonly lies: ReadonlyMap<string, number>;
  readonly log: readonly string[];
  readonly seconds: number;
}

/**
 * Makes orders of every kind while chains reorganise, workers are killed and an endpoint lies. Then
 * lets everything come to rest, and checks each order and the books against the chains.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const closers: (() => Promise<void>)[] = [];
  const started = performance.now();
  try {
    const databases = createTestDatabases({ migrations: serviceMigrations });
    closers.unshift(() => databases.close());
    const databaseUrl = await databases.createDatabase();
    const world = await openWorld({ ...options, databaseUrl }, closers);
    const report = await soak(world, options);
    return { ...report, seconds: (performance.now() - started) / 1_000 };
  } finally {
    for (const close of closers.splice(0)) await close();
  }
}

async function soak(world: World, options: SoakOptions): Promise<Omit<SoakReport, 'seconds'>> {
  const { devnet, endpoints, processes } = world;
  const collectible = await deployCollectible(world, options.signal);
  const { payers, note } = options;
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, options.signal]);
  // Every loop and every payer listens for the end.
  setMaxListeners(0, signal, options.signal);
  const random = createRandom(options.seed);
  const lost = createLostTransactions();
  const placed: Placed = { orders: [], refused: [], inSight: [] };
  const counts: ReorgCounts = { reorgs: 0, lostTransactions: 0, byDepth: new Map() };
  const orderInSight = () => placed.inSight.at(-1);
  const liars = options.liar
    ? tellLies({ devnet, endpoints, random, signal, orderInSight })
    : undefined;
  const reorgs = options.reorgs
    ? reorganise({ devnet, random, signal, note, counts, onLostSolana: lost.add })
    : undefined;
  const kills = options.kills ? processes.killWorkers(random, signal) : undefined;
  await placeAll(
    world,
    {
      kinds: orderKinds(collectible),
      payers,
      note,
      untilLost: lost.until,
      wants: (made) => made < options.orders,
      signal: options.signal,
    },
    placed,
  );
  stop.abort();
  await Promise.all([reorgs, kills, liars]);
  note('all orders ended or gave up; waiting for rest');
  const { orders, checks } = await checkAll(world, placed, options.signal);
  return {
    orders,
    checks,
    refused: placed.refused,
    reorgs: counts,
    kills: (await kills) ?? 0,
    lies: (await liars) ?? new Map(),
    log: processes.log(),
  };
}

/** Deploys the contract that orders call. */
export async function deployCollectible(world: World, signal: AbortSignal): Promise<Hex> {
  const collectible = await deployContract(contextOf(world, 0, signal), 10, {
    abi: testCollectibleAbi,
    bytecode: testCollectibleBytecode,
  });
  await world.devnet.mine(10, confirmations);
  return collectible;
}

/** Waits for rest, and compares books and orders with the chains. */
export async function checkAll(
  world: World,
  placed: Placed,
  signal: AbortSignal,
): Promise<Pick<SoakReport, 'orders' | 'checks'>> {
  const { devnet, databaseUrl, processes } = world;
  const balanceOf = balanceReader(contextOf(world, 0, signal));
  const ended = await Promise.all(
    placed.orders.map((order) => askAgain(order, { serviceUrl: processes.url })),
  );
  const checks = await checkBooks({ devnet, databaseUrl, balanceOf, waitMs: waitMsMax });
  const paid = await Promise.all(ended.map((order) => readPaid(order, devnet, balanceOf)));
  return {
    orders: paid.map((order) => ({ ...order, faults: findFaults(order) })),
    checks: [...checks, { name: 'no process ended by itself', faults: processes.crashes }],
  };
}
