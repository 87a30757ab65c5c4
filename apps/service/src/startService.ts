import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { createServer, type Server } from '@portage/api';
import { createChains, PortageError, type Chains } from '@portage/core';
import { createIndexer } from '@portage/indexer';
import { createOrderHasher, type Signer } from '@portage/order';
import {
  createQuoter,
  createRequoter,
  defaultPolicy,
  type QuotePolicy,
  type PriceSource,
  type Quoter,
} from '@portage/quoter';
import { createReindex, createSolver } from '@portage/solver';
import type { Store } from '@portage/store';
import { privateKeyToAccount } from 'viem/accounts';
import { openChain } from './configuration/chainConfiguration.js';
import type { Configuration } from './configuration/configuration.js';
import { createRandomBytes } from './createRandomBytes.js';
import { openDatabase } from './openDatabase.js';
import { openPrices } from './openPrices.js';
import { unpricedAssets } from './configuration/unpricedAssets.js';
import { rateLimitsOf } from './configuration/ratesSchema.js';
import type { ServiceOptions } from './serviceOptions.js';
import { superviseWorkers, type Worker } from './superviseWorkers.js';

/** A running service. */
export interface Service {
  /** Where the API listens; undefined for a process that only works. */
  readonly url: string | undefined;
  readonly store: Store;
  readonly chains: Chains;
  /** Stops accepting, ends streams and workers, closes the database. */
  close(): Promise<void>;
}

const defaultPort = 4000;

/**
 * Starts a service: database, chains, workers, server, in this order; whatever fails, what was
 * started is stopped again.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `DATA_DIRECTORY_LOCKED`, `SERVICE_UNAVAILABLE`
 * @example
 * ```ts
 * const service = await startService({ configuration, databaseDir: './data/database', version, log, onFailure });
 * console.log(service.url);
 * await service.close();
 * ```
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const closers: (() => Promise<void>)[] = [];
  const close = closeOnce(closers);
  try {
    const store = await openDatabase(options);
    closers.unshift(() => store.close());
    const chains = await openChains(options.configuration, closers);
    for (const { slug, warnings = [] } of chains.all)
      for (const warning of warnings) options.log.warn({ part: 'chains', chain: slug }, warning);
    const url = await startParts(options, { store, chains, closers });
    return { url, store, chains, close };
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

async function openChains(
  configuration: Configuration,
  closers: (() => Promise<void>)[],
): Promise<Chains> {
  const stop = new AbortController();
  // Every part of every chain listens for the end: no leak, but more than the ten that Node warns
  // about.
  setMaxListeners(0, stop.signal);
  closers.unshift(() => {
    stop.abort();
    return Promise.resolve();
  });
  return createChains(
    await Promise.all(configuration.chains.map((chain) => openChain(chain, stop.signal))),
  );
}

interface Parts {
  readonly store: Store;
  readonly chains: Chains;
  readonly closers: (() => Promise<void>)[];
}

async function startParts(
  options: ServiceOptions,
  { store, chains, closers }: Parts,
): Promise<string | undefined> {
  const { role = 'all', log } = options;
  const policy = policyOf(options.configuration, chains);
  const stop = new AbortController();
  closers.unshift(() => {
    stop.abort();
    return Promise.resolve();
  });
  const note = (part: string) => (message: string, context?: Readonly<Record<string, unknown>>) => {
    // What goes wrong says so in a member of its own.
    log[context?.['error'] === undefined ? 'info' : 'warn']({ part, ...context }, message);
  };
  for (const assetId of unpricedAssets(options.configuration.prices, chains))
    log.warn(
      { part: 'prices', asset: assetId },
      'no price is configured for this asset: quotes with it are refused',
    );
  const prices = openPrices(options.configuration.prices, {
    chains,
    policy,
    now: Date.now,
    log: note('prices'),
    signal: stop.signal,
  });
  const shared = {
    chains,
    store,
    prices: (assetId: string) => prices.price(assetId),
    now: Date.now,
    failpoint: options.failpoint,
  };
  const indexer = createIndexer({ ...shared, log: note('indexer') });
  const quoter = await openQuoter(options.configuration, { store, chains, prices, policy });
  if (role !== 'api') {
    const solver = createSolver({
      ...shared,
      log: note('solver'),
      worker: workerName(options),
      policy: { sponsoredTopupsPerRecipientMax: policy.sponsoredTopupsPerRecipientMax },
    });
    const requoter = createRequoter({
      quoter,
      store,
      worker: workerName(options),
      log: note('quoter'),
    });
    const workers: readonly Worker[] = [
      { name: 'indexer', run: (signal) => indexer.run(signal) },
      { name: 'solver', run: (signal) => solver.run(signal) },
      { name: 'requoter', run: (signal) => requoter.run(signal) },
    ];
    closers.unshift(superviseWorkers(workers, options.onFailure));
  }
  if (role === 'worker') return undefined;
  const { rates, ...http } = options.configuration.http ?? {};
  const access = { keys: store.keys, usage: store.usage, rateLimits: rateLimitsOf(rates, store) };
  const server = await createServer({
    chains,
    quoter,
    prices,
    policy,
    store,
    indexer,
    reindex: createReindex(shared),
    access,
    version: options.version,
    log,
    ...http,
  });
  closers.unshift(() => server.close());
  return listen(server, options);
}

async function openQuoter(
  configuration: Configuration,
  parts: {
    readonly store: Store;
    readonly chains: Chains;
    readonly prices: PriceSource;
    readonly policy: QuotePolicy;
  },
): Promise<Quoter> {
  return createQuoter({
    ...parts,
    hasher: await createOrderHasher(),
    signer: signerOf(configuration.keys.solver),
    now: Date.now,
    randomBytes: createRandomBytes(),
  });
}

function policyOf({ policy }: Configuration, { all }: Chains): QuotePolicy {
  return {
    ...defaultPolicy,
    solverChainSlug: all[0]?.slug ?? defaultPolicy.solverChainSlug,
    ...policy,
  };
}

function signerOf(privateKey: `0x${string}`): Signer {
  const account = privateKeyToAccount(privateKey);
  return {
    address: account.address.toLowerCase(),
    signHash: (hash) => account.sign({ hash: `0x${Buffer.from(hash).toString('hex')}` }),
  };
}

async function listen(
  server: Server,
  { host = '127.0.0.1', port }: ServiceOptions,
): Promise<string> {
  try {
    return await server.listen({ host, port: port ?? defaultPort });
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

/**
 * An embedded database has one process, which goes on with its own leases at once; a shared one may
 * have many.
 */
function workerName({ databaseUrl }: ServiceOptions): string {
  return databaseUrl === undefined ? 'single' : randomUUID();
}
