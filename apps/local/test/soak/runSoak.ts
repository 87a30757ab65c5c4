import { setMaxListeners } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testCollectibleAbi } from '@portage/contracts';
import { testCollectibleBytecode } from '@portage/contracts/bytecode';
import { createTestDatabases } from '@portage/database/testing';
import { createDevnet, type Devnet } from '@portage/devnet';
import { describeError, type Quote } from '@portage/core';
import { serviceMigrations } from '@portage/service';
import { isAddress, type Hex } from 'viem';
import type { Place } from '../../src/currencies.js';
import { deployContract } from '../../src/demonstrations/deployContract.js';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import { openSide } from '../../src/demonstrations/transfer.js';
import { checkBooks, type BooksCheck } from './checkBooks.js';
import { findFaults, readPaid, type PaidOrder } from './checkOrders.js';
import type { OrderInSight } from './lies.js';
import { orderKinds } from './orderKinds.js';
import { placeOrder, type PlacedOrder } from './placeOrder.js';
import { createRandom } from './random.js';
import { reorganise, type ReorgCounts } from './reorganise.js';
import { openEndpoints, pause, tellLies, type Endpoints } from './startLiars.js';
import { startProcesses, type Processes } from './startWorkers.js';

/** Confirmations that deposits wait for: one more than a reorg takes back. */
const confirmations = 3;
const blockTimeSeconds = 0.5;

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

/** Everything that runs during a soak. */
interface World {
  readonly devnet: Devnet;
  readonly endpoints: readonly Endpoints[];
  readonly processes: Processes;
  readonly databaseUrl: string;
}

/**
 * Makes orders of every kind while chains reorganise, workers are killed and an endpoint lies. Then
 * lets everything come to rest, and checks each order and the books against the chains.
 */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const closers: (() => Promise<void>)[] = [];
  const started = performance.now();
  try {
    const world = await openWorld(options, closers);
    const report = await soak(world, options);
    return { ...report, seconds: (performance.now() - started) / 1_000 };
  } finally {
    for (const close of closers.splice(0)) await close();
  }
}

async function openWorld(
  { payers, note }: SoakOptions,
  closers: (() => Promise<void>)[],
): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-soak-'));
  closers.unshift(() => rm(directory, { recursive: true, force: true }));
  const databases = createTestDatabases({ migrations: serviceMigrations });
  closers.unshift(() => databases.close());
  const [devnet, databaseUrl] = await Promise.all([
    createDevnet({ accounts: payers + 1, blockTimeSeconds, slotsInAnEpoch: 4, log: note }),
    databases.createDatabase(),
  ]);
  closers.unshift(() => devnet.close());
  const { endpoints, close } = await openEndpoints(devnet);
  closers.unshift(close);
  const file = join(directory, 'portage.json');
  await writeFile(file, JSON.stringify(configure(devnet, endpoints)), { mode: 0o600 });
  const processes = await startProcesses({ file, directory, databaseUrl, workers: 2 });
  closers.unshift(() => processes.close());
  note(`service at ${processes.url}, with two workers`);
  return { devnet, endpoints, processes, databaseUrl };
}

/** Configuration of the devnet with three endpoints a chain, polled, and quick collections. */
function configure(devnet: Devnet, endpoints: readonly Endpoints[]): object {
  const { configuration } = devnet.description;
  const chains = configuration['chains'] as readonly { readonly id: number }[];
  return {
    ...configuration,
    policy: { collectionMicroUsd: '200000000' },
    chains: chains.map((chain) => ({
      ...chain,
      wsUrl: undefined,
      pollMs: 250,
      timeoutMs: 3_000,
      rpcUrls: endpoints.find(({ chainId }) => chainId === chain.id)?.rpcUrls,
      ...('contracts' in chain ? { finality: [{ confirmations }] } : {}),
    })),
  };
}

async function soak(world: World, options: SoakOptions): Promise<Omit<SoakReport, 'seconds'>> {
  const { devnet, endpoints, processes } = world;
  const context = contextOf(world, 0, options.signal);
  const collectible = await deployContract(context, 10, {
    abi: testCollectibleAbi,
    bytecode: testCollectibleBytecode,
  });
  await devnet.mine(10, confirmations);
  const stop = new AbortController();
  const signal = AbortSignal.any([stop.signal, options.signal]);
  // Every loop and every payer listens for the end.
  setMaxListeners(0, signal, options.signal);
  const random = createRandom(options.seed);
  const lost = createLostTransactions();
  const inSight: OrderInSight[] = [];
  const counts: ReorgCounts = { reorgs: 0, lostTransactions: 0 };
  const liars = options.liar
    ? tellLies({ devnet, endpoints, random, signal, orderInSight: () => inSight.at(-1) })
    : undefined;
  const reorgs = options.reorgs
    ? reorganise({ devnet, random, signal, counts, onLostSolana: lost.add })
    : undefined;
  const kills = options.kills ? processes.killWorkers(random, signal) : undefined;
  const onQuote = (quote: Quote, recipient: string): void => {
    const orderId = quote.protocol.v2?.orderId;
    if (orderId !== undefined && isAddress(recipient))
      inSight.push({ orderId: orderId as Hex, account: recipient, amount: 10n ** 16n });
  };
  const refused: string[] = [];
  const placed = await placeAll(world, options, {
    collectible,
    onQuote,
    untilLost: lost.until,
    refused,
  });
  stop.abort();
  await Promise.all([reorgs, kills, liars]);
  options.note('all orders ended or gave up; waiting for rest');
  const { balanceOf } = readers(context);
  const checks = await checkBooks({
    devnet,
    databaseUrl: world.databaseUrl,
    balanceOf,
    waitMs: 60_000,
  });
  const paid = await Promise.all(placed.map((order) => readPaid(order, devnet, balanceOf)));
  return {
    orders: paid.map((order) => ({ ...order, faults: findFaults(order) })),
    refused,
    checks: [...checks, { name: 'no process ended by itself', faults: processes.crashes }],
    reorgs: counts,
    kills: (await kills) ?? 0,
    lies: (await liars) ?? new Map(),
    log: processes.log(),
  };
}

interface Placing {
  readonly collectible: Hex;
  readonly onQuote: (quote: Quote, recipient: string) => void;
  readonly untilLost: LostTransactions['until'];
  readonly refused: string[];
}

/** Makes the orders, a payer one after the other. */
async function placeAll(
  world: World,
  { orders, payers, note, signal }: SoakOptions,
  { collectible, onQuote, untilLost, refused }: Placing,
): Promise<readonly PlacedOrder[]> {
  const kinds = orderKinds(collectible);
  const placed: PlacedOrder[] = [];
  let next = 0;
  const pay = async (_: unknown, payer: number): Promise<void> => {
    const context = contextOf(world, payer + 1, signal);
    while (next < orders && !signal.aborted) {
      const kind = kinds[next % kinds.length];
      next += 1;
      if (kind === undefined) return;
      try {
        placed.push(await placeOrder(kind, { context, onQuote, untilLost }));
      } catch (error) {
        refused.push(`${kind.name}: ${describeError(error)}`);
      }
      const ended = placed.length + refused.length;
      if (ended % 10 === 0 || ended === orders)
        note(`${String(ended)} of ${String(orders)} orders`);
    }
  };
  await Promise.all(Array.from({ length: payers }, pay));
  return placed;
}

function contextOf(
  { devnet, processes }: World,
  index: number,
  signal: AbortSignal,
): DemonstrationContext {
  const account = devnet.description.accounts[index];
  if (account === undefined) throw new Error('No such account.');
  return {
    devnet,
    serviceUrl: processes.url,
    account: index,
    privateKey: account.privateKey,
    signal,
    note: () => undefined,
    createSponsor: () => Promise.reject(new Error('A soak has no sponsors.')),
    createAppKey: () => Promise.reject(new Error('A soak has no apps.')),
    books: { audit: () => Promise.resolve([]), vault: () => Promise.resolve(0n) },
  };
}

function readers(context: DemonstrationContext): {
  readonly balanceOf: (place: Place, holder: string) => Promise<bigint>;
} {
  return { balanceOf: (place, holder) => openSide(context, place).balanceOf(place, holder) };
}

/** Transactions that forks of Solana took back. */
interface LostTransactions {
  readonly add: (txId: string) => void;
  /** Resolves once one of these is lost, or the signal aborts. */
  readonly until: (txIds: ReadonlySet<string>, signal: AbortSignal) => Promise<void>;
}

function createLostTransactions(): LostTransactions {
  const lost = new Set<string>();
  return {
    add: (txId) => lost.add(txId),
    until: async (txIds, signal) => {
      while (!signal.aborted && ![...txIds].some((txId) => lost.has(txId)))
        await pause(100, signal);
    },
  };
}
