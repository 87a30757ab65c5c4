import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createServer,
  createWorkerServer,
  readHealth,
  renderStatus,
  type Server,
} from '@portage/api';
import type { Health } from '@portage/core';
import type { Chains } from '@portage/core/chain';
import type { Signer } from '@portage/order';
import { createWebhookWorker } from '@portage/push';
import {
  createReindex,
  createRequoteWorker,
  createSolver,
  createFastFills,
  createSubmissions,
  createClaims,
  createWithdrawals,
} from '@portage/solver';
import { privateKeyToAccount } from 'viem/accounts';
import { solverPolicyOf } from './configuration/policies.js';
import { logPresets } from './configuration/presets/logPresets.js';
import { refuseUnlimited } from './configuration/refuseUnlimited.js';
import { rateLimitsOf } from './configuration/ratesSchema.js';
import { facadesOf } from './facades.js';
import { openReleaseJournal } from './allocator/releaseJournal.js';
import { keepAnswered, keepCounts, type LevelsOptions } from './levels/keepLevels.js';
import { listen, listenAt } from './listen.js';
import { logOf } from './logOf.js';
import { openChains } from './openChains.js';
import { createRandomBytes } from './createRandomBytes.js';
import { createDepositQuotes } from './createDepositQuotes.js';
import { openEngine, type Engine, type Parts } from './openEngine.js';
import { openServiceDatabase } from './openServiceDatabase.js';
import { needlessKeys, orderKeyOf } from './orderKey.js';
import { prepareChains, type PreparedChain } from './prepareChains.js';
import { followReadings } from './readings/followReadings.js';
import { shareReadings } from './readings/shareReadings.js';
import { clockOf, nowOf } from './serviceClock.js';
import type { ServiceDatabase } from './serviceDatabase.js';
import type { ServiceOptions } from './serviceOptions.js';
import { superviseWorkers, type Worker } from './superviseWorkers.js';
import { builtinVms } from './vms.js';
import { webhookRulesOf } from './webhookRules.js';
import { withinTime } from './withinTime.js';

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
  refuseUnlimited(configuration);
  logPresets(configuration, options.log);
  const signer = signerOf(orderKeyOf(configuration.keys));
  const remote = remoteAllocators(prepared, options);
  warnOfKeys(needlessKeys(configuration.keys, options.role ?? 'all', remote), options);
  const closers: (() => Promise<void>)[] = [];
  const close = closeOnce(closers);
  try {
    const database = await openServiceDatabase(options);
    closers.unshift(() => database.close());
    const chains = await connectChains(prepared, {
      options,
      closers,
      database,
      orderSigner: signer.address,
    });
    const started = await startParts(options, { database, chains, signer, closers });
    const drainMs = configuration.http?.drainMs ?? defaultDrainMs;
    const drain = async (): Promise<void> => {
      for (const server of started.servers) server.drain();
      await sleep(drainMs, undefined, { ref: false });
    };
    const { url, probesUrl } = started;
    return { ...database, url, probesUrl, chains, drain, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function warnOfKeys(
  places: readonly string[],
  { probesPort, log }: Pick<ServiceOptions, 'probesPort' | 'log'>,
): void {
  // A configuration that a worker shares has its keys.
  if (probesPort !== undefined) return;
  for (const place of places)
    log.warn(
      { part: 'keys', place },
      'an API process has a key that it does not need: put address: and the address in its place',
    );
}

/** Places of keys that the process may know by their addresses alone, because others sign. */
function remoteAllocators(
  prepared: readonly PreparedChain[],
  { configuration, signers = {} }: ServiceOptions,
): readonly string[] {
  return prepared.flatMap(({ opener, vm, slug }) =>
    opener.allocator !== undefined &&
    (configuration.allocator?.socket !== undefined || String(slug) in signers)
      ? [`keys.${vm}.allocator`]
      : [],
  );
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
  {
    options,
    closers,
    database,
    orderSigner,
  }: Pick<Parts, 'closers' | 'database'> & {
    readonly options: ServiceOptions;
    readonly orderSigner: string;
  },
): Promise<Chains> {
  const stop = new AbortController();
  // Every part of every chain listens for the end. That is no leak, but more than the ten listeners
  // that Node warns about.
  setMaxListeners(0, stop.signal);
  closers.unshift(() => {
    stop.abort();
    return Promise.resolve();
  });
  const { signal } = stop;
  const clock = clockOf(options);
  const log = logOf(options, 'chains');
  // Only a process that never spends goes by what others have read.
  const shared =
    options.role === 'api'
      ? await followReadings({ settlement: database.settlement, clock, log, signal })
      : undefined;
  if (options.role === 'api')
    return openChains(prepared, { signal, clock, log, orderSigner, shared });
  const journal = await openReleaseJournal(options.releaseJournal);
  closers.push(() => journal.close());
  const releases = {
    configuration: options.configuration.allocator,
    journal,
    signers: options.signers,
  };
  const { settlement } = database;
  const isHalted = async (chainId: number): Promise<boolean> =>
    (await settlement.chains.halts()).some((halt) => halt.chainId === chainId);
  return openChains(prepared, { signal, clock, log, orderSigner, isHalted, releases });
}

/** Server of a process, with or without the API. */
type Listening = Pick<Server, 'listen' | 'drain' | 'close'>;

/** Servers of a process that listen, and where. */
interface Started extends Pick<Service, 'url' | 'probesUrl'> {
  readonly servers: readonly Listening[];
}

async function startParts(options: ServiceOptions, parts: Parts): Promise<Started> {
  const { role = 'all', probesPort } = options;
  const { closers } = parts;
  const engine = await openEngine(options, parts);
  if (role !== 'api') closers.unshift(startWorkers(options, engine));
  if (role !== 'worker') closers.unshift(startAnswered(options, engine));
  const servers: Listening[] = [];
  const open = async (server: Listening, port?: number): Promise<string> => {
    closers.unshift(() => server.close());
    servers.push(server);
    return port === undefined ? listen(server, options) : listenAt(server, options, port);
  };
  if (role === 'worker') {
    const probesUrl = await open(await openWorkerServer(options, engine));
    return { url: undefined, probesUrl, servers };
  }
  const url = await open(await openServer(options, engine));
  if (probesPort === undefined) return { url, probesUrl: url, servers };
  const probesUrl = await open(await openWorkerServer(options, engine), probesPort);
  return { url, probesUrl, servers };
}

function openWorkerServer(
  options: ServiceOptions,
  { prices, clockWatch, fills, standing, database, context: { chains, settlement } }: Engine,
): Promise<Listening> {
  const { version, log } = options;
  const { commits } = database.database;
  return createWorkerServer({
    chains,
    prices,
    store: settlement,
    commits,
    clock: clockWatch,
    version,
    fills,
    standing,
    log,
    now: nowOf(options),
  });
}

function startWorkers(
  options: ServiceOptions,
  { policy, quoter, indexer, context, worker, assigned, fills, standing, database }: Engine,
): () => Promise<void> {
  const solver = createSolver({
    ...context,
    log: logOf(options, 'solver'),
    onFill: fills.observe,
    onStanding: standing.note,
    worker,
    assigned,
    policy: solverPolicyOf(options.configuration, policy),
  });
  const requotes = createRequoteWorker({
    settlement: context.settlement,
    quote: createDepositQuotes({ quoter, keys: database.access.keys }),
    clock: clockOf(options),
    worker,
    log: logOf(options, 'solver'),
  });
  const webhooks = createWebhookWorker({
    ...webhookRulesOf(options.configuration),
    queue: context.settlement.webhooks.queue,
    leases: context.leases,
    printStatus: (request) => renderStatus(request),
    failpoint: options.failpoint,
    clock: clockOf(options),
    worker,
    log: logOf(options, 'webhooks'),
  });
  const share = (signal: AbortSignal): Promise<void> =>
    shareReadings({ ...context, log: logOf(options, 'chains') }, signal);
  const workers: readonly Worker[] = [
    { name: 'indexer', run: (signal) => indexer.run(signal) },
    { name: 'solver', run: (signal) => solver.run(signal) },
    { name: 'requotes', run: (signal) => requotes.run(signal) },
    { name: 'webhooks', run: (signal) => webhooks.run(signal) },
    { name: 'levels', run: (signal) => keepCounts(levelsOf(options, context), signal) },
    // A process that does everything has no other process to share with.
    ...(options.role === 'worker' ? [{ name: 'readings', run: share }] : []),
  ];
  return superviseWorkers(workers, options.onFailure);
}

function levelsOf(options: ServiceOptions, { settlement }: Engine['context']): LevelsOptions {
  const log = logOf(options, 'levels');
  return { levels: settlement.levels, clock: clockOf(options), log };
}

/** Notes the minutes in which this process answers; the end of the process ends it. */
function startAnswered(
  options: ServiceOptions,
  { context, clockWatch }: Engine,
): () => Promise<void> {
  const { chains, settlement: store } = context;
  const read = (): Promise<Health> =>
    readHealth({ chains, store, version: options.version, clock: clockWatch, now: nowOf(options) });
  const run = (signal: AbortSignal): Promise<void> =>
    keepAnswered(levelsOf(options, context), read, signal);
  return superviseWorkers([{ name: 'record of answers', run }], options.onFailure);
}

function openServer(
  options: ServiceOptions,
  {
    policy,
    prices,
    quoter,
    restrictions,
    clockWatch,
    indexer,
    context,
    database,
    ...engine
  }: Engine,
): Promise<Server> {
  const { configuration, version, log } = options;
  const { chains, settlement } = context;
  const solverPolicy = solverPolicyOf(configuration, policy);
  const { rates, trustedProxies, limits, facades = [] } = configuration.http ?? {};
  return createServer({
    chains,
    quoter,
    restrictions,
    prices,
    policy,
    store: settlement,
    indexer,
    commits: database.database.commits,
    paths: context.paths,
    reindex: createReindex({ ...context, policy: solverPolicy }),
    submissions: createSubmissions({
      ...context,
      settlement: withinTime(settlement, options),
      policy: solverPolicy.submissions,
    }),
    withdrawals: createWithdrawals({
      ...context,
      settlement: withinTime(settlement, options),
      policy: solverPolicy,
    }),
    claims: createClaims({
      ...context,
      settlement: withinTime(settlement, options),
      solverChainSlug: policy.solverChainSlug,
      randomBytes: createRandomBytes(),
      policy: solverPolicy,
    }),
    fastFills: createFastFills({ ...context, policy: solverPolicy }),
    webhookParts: {
      ...webhookRulesOf(configuration),
      webhooks: settlement.webhooks,
      randomBytes: createRandomBytes(),
    },
    access: { ...database.access, rateLimits: rateLimitsOf(rates, database.database) },
    version,
    fills: engine.fills,
    standing: engine.standing,
    log,
    trustedProxies,
    limits,
    clock: clockWatch,
    now: nowOf(options),
    app: options.app,
    docs: options.docs,
    facades: [...facadesOf(facades), ...(options.facades ?? [])],
    onAnswer: options.onAnswer,
  });
}

function signerOf(privateKey: `0x${string}`): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase(),
    signHash: (hash) => account.sign({ hash: `0x${Buffer.from(hash).toString('hex')}` }),
  };
}
