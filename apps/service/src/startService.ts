import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createFillTimes,
  createServer,
  createWorkerServer,
  type ClockWatch,
  type FillTimes,
  type Server,
} from '@portage/api';
import { PortageError, systemClock, type Clock } from '@portage/core';
import type { Chains, PriceSource } from '@portage/core/chain';
import { withinSeconds } from '@portage/database';
import { createIndexer, type Indexer } from '@portage/indexer';
import type { Signer } from '@portage/order';
import { createOrderHasher } from '@portage/order/hasher';
import { createQuoter, type QuotePolicy, type Quoter, type QuoterOptions } from '@portage/quoter';
import {
  createReindex,
  createRequoteWorker,
  createSolver,
  createSubmissions,
  type SolverOptions,
} from '@portage/solver';
import { privateKeyToAccount } from 'viem/accounts';
import { watchClock } from './clock/watchClock.js';
import { createRandomBytes } from './createRandomBytes.js';
import { logOf } from './logOf.js';
import { openChains } from './openChains.js';
import { openServiceDatabase } from './openServiceDatabase.js';
import type { Settlement } from '@portage/settlement';
import type { ServiceDatabase } from './serviceDatabase.js';
import { startPrices } from './startPrices.js';
import { prepareChains, type PreparedChain } from './prepareChains.js';
import { policyOf, solverPolicyOf } from './configuration/policies.js';
import { rateLimitsOf } from './configuration/ratesSchema.js';
import type { ServiceOptions } from './serviceOptions.js';
import { watchAssetFaults } from './watchAssetFaults.js';
import { watchHaltedCalls } from './watchHaltedCalls.js';
import { superviseWorkers, type Worker } from './superviseWorkers.js';
import { builtinVms, orderKeyOf } from './vms.js';
import { workerName } from './workerName.js';

/** A running service. */
export interface Service extends Omit<ServiceDatabase, 'close'> {
  /** URL of the API; undefined for a process that runs workers only. */
  readonly url: string | undefined;
  /** URL of `/live`, `/ready`, `/health` and `/metrics`; that of the API where there is one. */
  readonly probesUrl: string;
  readonly chains: Chains;
  /**
   * Tells balancers to send no more calls, and goes on serving for `http.drainMs`, after which it
   * resolves.
   */
  drain(): Promise<void>;
  /** Stops accepting requests, ends streams and workers, closes the database. */
  close(): Promise<void>;
}

/** Seconds that a quote may take to become durable before its caller is told to come again. */
const saveSecondsMax = 5;

const defaultPort = 4000;
/** Port of a worker, which may run beside an API. */
const defaultWorkerPort = 4001;
/** Balancers ask for readiness every second or two, and need two answers or so. */
const defaultDrainMs = 5_000;

/**
 * Starts a service: database, chains, workers, server, in this order. If any part fails, the
 * started ones are stopped. A program adds a family of its own with
 * `vms: [...builtinVms, mychain]`.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `DATA_DIRECTORY_LOCKED`, `SERVICE_UNAVAILABLE`
 * @example
 * ```ts
 * const databaseDir = './data/database';
 * const service = await startService({ configuration, databaseDir, version, log, onFailure });
 * console.log(service.url);
 * await service.close();
 * ```
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { configuration, vms = builtinVms, swapSources = [] } = options;
  // The whole configuration is checked before anything is started.
  const prepared = prepareChains(configuration, { vms, swapSources });
  const signer = signerOf(orderKeyOf(configuration.keys));
  const closers: (() => Promise<void>)[] = [];
  const close = closeOnce(closers);
  try {
    const database = await openServiceDatabase(options);
    closers.unshift(() => database.close());
    const chains = await connectChains(prepared, { options, closers });
    const started = await startParts(options, { database, chains, signer, closers });
    const drainMs = configuration.http?.drainMs ?? defaultDrainMs;
    const drain = async (): Promise<void> => {
      started.server.drain();
      await sleep(drainMs, undefined, { ref: false });
    };
    const { url: probesUrl } = started;
    const url = options.role === 'worker' ? undefined : probesUrl;
    return { ...database, url, probesUrl, chains, drain, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function closeOnce(closers: readonly (() => Promise<void>)[]): () => Promise<void> {
  let closing: Promise<void> | undefined;
  return () => {
    closing ??= (async () => {
      for (const closer of closers) await closer();
    })();
    return closing;
  };
}

async function connectChains(
  prepared: readonly PreparedChain[],
  { options, closers }: { readonly options: ServiceOptions; readonly closers: Parts['closers'] },
): Promise<Chains> {
  const stop = new AbortController();
  // Every part of every chain listens for the end. That is no leak, but more than the ten listeners
  // that Node warns about.
  setMaxListeners(0, stop.signal);
  closers.unshift(() => {
    stop.abort();
    return Promise.resolve();
  });
  return openChains(prepared, {
    signal: stop.signal,
    clock: clockOf(options),
    log: logOf(options, 'chains'),
  });
}

interface Parts {
  readonly database: ServiceDatabase;
  readonly chains: Chains;
  /** Signs orders. */
  readonly signer: Signer;
  readonly closers: (() => Promise<void>)[];
}

/** Server of a process, with or without the API. */
type Listening = Pick<Server, 'listen' | 'drain' | 'close'>;

async function startParts(
  options: ServiceOptions,
  parts: Parts,
): Promise<{ readonly url: string; readonly server: Listening }> {
  const { role = 'all' } = options;
  const engine = await openEngine(options, parts);
  if (role !== 'api') parts.closers.unshift(startWorkers(options, engine));
  const server =
    role === 'worker' ? await openWorkerServer(options, engine) : await openServer(options, engine);
  parts.closers.unshift(() => server.close());
  return { url: await listen(server, options), server };
}

function openWorkerServer(
  options: ServiceOptions,
  { prices, clockWatch, fills, context: { chains, settlement } }: Engine,
): Promise<Listening> {
  const { version, log } = options;
  const now = nowOf(options);
  return createWorkerServer({
    ...{ chains, prices, store: settlement, clock: clockWatch, version, fills, log, now },
  });
}

/** Values that the workers and the server of one process share. */
interface Engine {
  readonly policy: QuotePolicy;
  readonly prices: PriceSource;
  readonly quoter: Quoter;
  /** The clock of the process, held against those of the chains and the database. */
  readonly clockWatch: ClockWatch;
  readonly indexer: Indexer;
  /**
   * Chains, settlement and prices, as the indexer, the solver and the search for deposits take
   * them.
   */
  readonly context: Omit<SolverOptions, 'log' | 'worker' | 'policy'>;
  /** Times of the fills that this process makes. */
  readonly fills: FillTimes;
  /** Name of this process in leases. */
  readonly worker: string;
  readonly database: ServiceDatabase;
}

async function openEngine(
  options: ServiceOptions,
  { database, chains, signer, closers }: Parts,
): Promise<Engine> {
  const { configuration, log, failpoint } = options;
  const { settlement } = database;
  const clock = clockOf(options);
  const policy = policyOf(configuration, chains);
  const stop = new AbortController();
  closers.unshift(() => {
    stop.abort();
    return Promise.resolve();
  });
  const prices = await startPrices(configuration.prices, {
    ...{ chains, policy, records: settlement.prices, clock, signal: stop.signal },
    now: nowOf(options),
    log: logOf(options, 'prices'),
    warn: (warning, message) => log.warn(warning, message),
  });
  const context = {
    chains,
    settlement,
    leases: database.database.leases,
    prices: (assetId: string) => prices.price(assetId),
    clock,
    failpoint,
  };
  const worker = workerName(options);
  const indexer = createIndexer({
    ...context,
    follower: { leases: context.leases, name: worker },
    log: logOf(options, 'indexer'),
  });
  const isRestricted = await watchAssetFaults({
    ...{ settlement, clock, signal: stop.signal },
    log: logOf(options, 'quoter'),
  });
  const clockWatch = await watchClock({
    ...{ chains: chains.all, database: database.database, clock, signal: stop.signal },
    log: logOf(options, 'clock'),
  });
  const areCallsHalted = await watchHaltedCalls({
    ...{ chains, settlement, prices, clock, signal: stop.signal },
    policy: solverPolicyOf(configuration, policy),
    log: logOf(options, 'quoter'),
  });
  const quoter = await openQuoter({
    ...{ isRestricted, areCallsHalted },
    clockFault: () => clockWatch.fault(),
    now: nowOf(options),
    store: {
      ...settlement,
      saveRequest: (request) => withinSeconds(settlement.saveRequest(request), saveSecondsMax),
    },
    chains,
    prices,
    policy,
    signer,
  });
  return {
    ...{ policy, prices, quoter, clockWatch, indexer, context, worker, database },
    fills: createFillTimes(),
  };
}

function startWorkers(
  options: ServiceOptions,
  { policy, quoter, indexer, context, worker, fills }: Engine,
): () => Promise<void> {
  const solver = createSolver({
    ...context,
    log: logOf(options, 'solver'),
    onFill: fills.observe,
    worker,
    policy: solverPolicyOf(options.configuration, policy),
  });
  const requotes = createRequoteWorker({
    settlement: context.settlement,
    quote: (deposit) => quoter.quoteDeposit(deposit),
    worker,
    log: logOf(options, 'solver'),
  });
  const workers: readonly Worker[] = [
    { name: 'indexer', run: (signal) => indexer.run(signal) },
    { name: 'solver', run: (signal) => solver.run(signal) },
    { name: 'requotes', run: (signal) => requotes.run(signal) },
  ];
  return superviseWorkers(workers, options.onFailure);
}

function openServer(
  options: ServiceOptions,
  { policy, prices, quoter, clockWatch, indexer, context, fills, database }: Engine,
): Promise<Server> {
  const { configuration, version, log } = options;
  const { chains, settlement } = context;
  const solverPolicy = solverPolicyOf(configuration, policy);
  const { rates, trustedProxies, limits } = configuration.http ?? {};
  return createServer({
    chains,
    quoter,
    prices,
    policy,
    store: settlement,
    indexer,
    reindex: createReindex({ ...context, policy: solverPolicy }),
    submissions: createSubmissions({ ...context, policy: solverPolicy }),
    access: { ...database.access, rateLimits: rateLimitsOf(rates, database.database) },
    version,
    fills,
    log,
    trustedProxies,
    limits,
    clock: clockWatch,
    now: nowOf(options),
  });
}

async function openQuoter(parts: {
  readonly isRestricted: NonNullable<QuoterOptions['isRestricted']>;
  readonly clockFault: NonNullable<QuoterOptions['clockFault']>;
  readonly now: QuoterOptions['now'];
  readonly areCallsHalted: NonNullable<QuoterOptions['areCallsHalted']>;
  readonly store: Settlement;
  readonly chains: Chains;
  readonly prices: PriceSource;
  readonly policy: QuotePolicy;
  readonly signer: Signer;
}): Promise<Quoter> {
  return createQuoter({
    ...parts,
    hasher: await createOrderHasher(),
    randomBytes: createRandomBytes(),
  });
}

function clockOf({ clock = systemClock }: ServiceOptions): Clock {
  return clock;
}

function nowOf(options: ServiceOptions): () => number {
  const clock = clockOf(options);
  return () => clock.now();
}

function signerOf(privateKey: `0x${string}`): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase(),
    signHash: (hash) => account.sign({ hash: `0x${Buffer.from(hash).toString('hex')}` }),
  };
}

async function listen(
  server: Listening,
  { host = '127.0.0.1', port, role }: ServiceOptions,
): Promise<string> {
  const usual = role === 'worker' ? defaultWorkerPort : defaultPort;
  try {
    return await server.listen({ host, port: port ?? usual });
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!isTaken) throw error;
    if (port !== undefined)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `Port ${String(port)} of ${host} is taken. Choose another one, or 0 for any that is free.`,
        cause: error,
      });
    return server.listen({ host, port: 0 });
  }
}
