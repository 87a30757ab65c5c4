import { setMaxListeners } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Quote } from '@portage/core';
import { startCrashableServer } from '@portage/database/testing';
import { serviceMigrations } from '@portage/service';
import { findFaults } from '../soak/checkOrders.js';
import type { BooksCheck } from '../soak/checkBooks.js';
import { createLostTransactions, placeAll, type Placed } from '../soak/placeAll.js';
import { createRandom, type Random } from '../soak/random.js';
import { reorganise, type ReorgCounts } from '../soak/reorganise.js';
import { checkAll, deployCollectible, type CheckedOrder } from '../soak/runSoak.js';
import { causeOutages, tellLies } from '../soak/startLiars.js';
import { contextOf, openWorld, type World } from '../soak/world.js';
import { chaosKinds } from './chaosKinds.js';
import {
  checkClaims,
  claimFees,
  openClaims,
  type ClaimFigures,
  type ClaimsContext,
} from './claimFees.js';
import { countSecrets } from './countSecrets.js';
import { runChecker, type CheckerReport } from './runChecker.js';
import { createChaosApp } from './createChaosApp.js';
import { createJam } from './createJam.js';
import { disturbDatabase } from './disturbDatabase.js';
import { killAtPoints, readHits, type PointKills } from './killAtPoints.js';
import { spikeFees } from './spikeFees.js';
import { startDatabaseProxy, type DatabaseProxy } from './startDatabaseProxy.js';
import { watchHalts } from './watchHalts.js';

/** Milliseconds between two kills at any moment; in between, workers reach their points. */
const killMs = { min: 8_000, max: 20_000 } as const;

/** Options of a run. */
export interface ChaosOptions {
  /** Seconds in which new orders are made. */
  readonly seconds: number;
  /** Most orders. */
  readonly ordersMax: number;
  readonly payers: number;
  readonly seed: number;
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Result of a run. */
export interface ChaosReport {
  readonly orders: readonly CheckedOrder[];
  /** Orders that could not even be quoted, as sentences. */
  readonly refused: readonly string[];
  readonly checks: readonly BooksCheck[];
  readonly faults: ReadonlyMap<string, number>;
  readonly lies: ReadonlyMap<string, number>;
  readonly reorgs: ReorgCounts;
  readonly randomKills: number;
  /** Chains that the service halted, as sentences. */
  readonly halts: readonly string[];
  /** Deaths at points by occasion. */
  readonly pointKills: PointKills;
  /** Points that a process reached, and the deaths there that the processes noted. */
  readonly reached: ReadonlySet<string>;
  readonly deaths: ReadonlyMap<string, number>;
  readonly claims: ClaimFigures;
  /** Report of the independent checker. */
  readonly checker: CheckerReport;
  /** Milliseconds from each start of a worker until it was ready. */
  readonly readyMs: readonly number[];
  /** Lines of the log that hold a private key. */
  readonly secretsFound: number;
  readonly log: readonly string[];
  readonly seconds: number;
}

interface Disturbed extends World {
  readonly proxy: DatabaseProxy;
  readonly server: Awaited<ReturnType<typeof startCrashableServer>>;
  readonly hitsFile: string;
}

/**
 * Makes orders of every kind on real processes, chains and a real database, while everything that
 * can fail does: workers die at named points and at any moment, the database crashes and loses
 * answers, endpoints lie, stall and refuse, chains reorganise, gas is dear. Then lets all come to
 * rest, and checks each order and the books against the chains.
 */
export async function runChaos(options: ChaosOptions): Promise<ChaosReport> {
  const closers: (() => Promise<void>)[] = [];
  const started = performance.now();
  try {
    const world = await openDisturbed(options, closers);
    const report = await disturb(world, options);
    return { ...report, seconds: (performance.now() - started) / 1_000 };
  } finally {
    for (const close of closers.splice(0)) await close();
  }
}

async function openDisturbed(
  options: ChaosOptions,
  closers: (() => Promise<void>)[],
): Promise<Disturbed> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-chaos-'));
  closers.unshift(() => rm(directory, { recursive: true, force: true }));
  const server = await startCrashableServer(serviceMigrations);
  closers.unshift(() => server.stop());
  const proxy = await startDatabaseProxy(server.url);
  closers.unshift(() => proxy.close());
  const hitsFile = join(directory, 'hits');
  const world = await openWorld(
    { ...options, databaseUrl: server.url, reachedAt: proxy.url, hitsFile, isDisturbed: true },
    closers,
  );
  return { ...world, server, proxy, hitsFile };
}

async function disturb(
  world: Disturbed,
  options: ChaosOptions,
): Promise<Omit<ChaosReport, 'seconds'>> {
  const collectible = await deployCollectible(world, options.signal);
  const app = await createChaosApp(world.databaseUrl, world.processes.url);
  const claims = await openClaims(contextOf(world, 0, options.signal), app);
  const jam = createJam(endpointsOf(world, jammedChain), options.signal);
  const placed: Placed = { orders: [], refused: [], inSight: [] };
  const quotes: Quote[] = [];
  const lost = createLostTransactions();
  const faults = startFaults(world, placed, lost.add, options);
  const claiming = startClaims(claims, options.signal);
  const end = Date.now() + 1_000 * options.seconds;
  const { payers, ordersMax, note, signal } = options;
  await placeAll(
    world,
    {
      kinds: chaosKinds(collectible, { app, jam }),
      payers,
      note,
      signal,
      untilLost: lost.until,
      wants: (made) => made < ordersMax && Date.now() < end,
      onQuote: (quote) => quotes.push(quote),
    },
    placed,
  );
  jam.end();
  await claiming.stop();
  const struck = await faults.stop();
  note('the faults are over; waiting for rest');
  const { orders, checks } = await checkAll(world, placed, signal);
  const { devnet, processes, hitsFile, databaseUrl } = world;
  const checker = await runChecker({ quotes, devnet, databaseUrl });
  return {
    checks,
    refused: placed.refused,
    ...struck,
    orders: orders.map((order) => withDeposits(order, checker)),
    faults: new Map([...struck.faults, ['jam', jam.count()]]),
    claims: await checkClaims(claims),
    ...(await readHits(hitsFile)),
    checker,
    readyMs: processes.readyMs,
    log: processes.log(),
    secretsFound: countSecrets(processes.log(), devnet),
  };
}

/** An order of a chain that tells no events, with what the checker has read of its deposits. */
function withDeposits(order: CheckedOrder, { unpaid }: CheckerReport): CheckedOrder {
  const orderId = order.quote.protocol.v2?.orderId ?? '';
  if (order.deposits !== undefined || !unpaid.includes(orderId)) return order;
  const read = { ...order, deposits: 0 };
  return { ...read, faults: findFaults(read) };
}

/** Chain of permits that are used too late. */
const jammedChain = 10;

function endpointsOf({ endpoints }: World, chainId: number): World['endpoints'][number] {
  const own = endpoints.find((each) => each.chainId === chainId);
  if (own === undefined) throw new Error(`Chain ${String(chainId)} has no endpoints.`);
  return own;
}

/** Begins to claim; `stop` ends it. */
function startClaims(
  claims: ClaimsContext,
  signal: AbortSignal,
): { readonly stop: () => Promise<void> } {
  const over = new AbortController();
  const claiming = claimFees(claims, AbortSignal.any([over.signal, signal]));
  return {
    stop: async () => {
      over.abort();
      await claiming;
    },
  };
}

type Struck = Pick<
  ChaosReport,
  'faults' | 'lies' | 'reorgs' | 'randomKills' | 'halts' | 'pointKills'
>;

/** Begins every fault; `stop` ends them and tells what struck. */
function startFaults(
  { devnet, endpoints, processes, proxy, server, hitsFile }: Disturbed,
  placed: Placed,
  onLostSolana: (txId: string) => void,
  options: ChaosOptions,
): { readonly stop: () => Promise<Struck> } {
  const over = new AbortController();
  const signal = AbortSignal.any([over.signal, options.signal]);
  // Every loop and every payer listens for the end.
  setMaxListeners(0, signal, options.signal);
  // Each fault draws from a seed of its own, so that none changes the others' order.
  const seeds = createRandom(options.seed);
  const random = (): Random => createRandom(seeds.between(1, 2 ** 31));
  const reorgs: ReorgCounts = { reorgs: 0, lostTransactions: 0, byDepth: new Map() };
  const pointKills: PointKills = new Map();
  const running = {
    lies: tellLies({
      devnet,
      endpoints,
      random: random(),
      signal,
      orderInSight: () => placed.inSight.at(-1),
    }),
    outages: causeOutages({ endpoints, random: random(), signal }),
    reorgs: reorganise({
      devnet,
      random: random(),
      signal,
      note: options.note,
      counts: reorgs,
      onLostSolana,
    }),
    kills: processes.killWorkers(random(), signal, killMs),
    points: killAtPoints({ workers: processes.workers, signal, kills: pointKills, hitsFile }),
    database: disturbDatabase({ server, proxy, random: random(), signal }),
    spikes: spikeFees(devnet, random(), signal),
    halts: watchHalts({ url: processes.url, note: options.note, signal }),
  };
  return {
    stop: async () => {
      over.abort();
      const { lies, outages, kills, database, spikes } = running;
      await Promise.all([running.reorgs, running.points]);
      const faults = new Map<string, number>([
        ...(await outages),
        ...proxy.struck,
        ['database crash', await database],
        ['dear gas', await spikes],
      ]);
      return {
        faults,
        lies: await lies,
        reorgs,
        pointKills,
        randomKills: await kills,
        halts: await running.halts,
      };
    },
  };
}
