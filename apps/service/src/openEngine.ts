import { setMaxListeners } from 'node:events';
import {
  createFillTimes,
  createStandingTransactions,
  type ClockWatch,
  type FillTimes,
  type StandingTransactions,
} from '@portage/api';
import type { Chains, PriceSource } from '@portage/core/chain';
import type { ChainEnvironment, RebalancePath } from '@portage/core/plugin';
import { createIndexer, type Indexer } from '@portage/indexer';
import type { Signer } from '@portage/order';
import { createOrderHasher } from '@portage/order/hasher';
import {
  createQuoter,
  type QuotePolicy,
  type Quoter,
  type QuoterOptions,
  type Restrictions,
} from '@portage/quoter';
import type { NewRequest, Settlement } from '@portage/settlement';
import { createPaths, type SolverOptions } from '@portage/solver';
import { assignedChains } from './assignedChains.js';
import { watchClock } from './clock/watchClock.js';
import { policyOf, solverPolicyOf } from './configuration/policies.js';
import { createRandomBytes } from './createRandomBytes.js';
import { logOf } from './logOf.js';
import { watchRestrictions } from './restrictions/watchRestrictions.js';
import { clockOf, nowOf } from './serviceClock.js';
import type { ServiceDatabase } from './serviceDatabase.js';
import type { ServiceOptions } from './serviceOptions.js';
import { startPrices } from './startPrices.js';
import { watchTiming } from './timing/watchTiming.js';
import { watchUserBalances } from './userBalances/watchUserBalances.js';
import { withinTime } from './withinTime.js';
import { workerName } from './workerName.js';

/** Values that the workers and the server of one process share. */
export interface Engine {
  readonly policy: QuotePolicy;
  readonly prices: PriceSource;
  readonly quoter: Quoter;
  /** Chains, currencies and calls that are not quoted for now. */
  readonly restrictions: Restrictions;
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
  /** Transactions of this process that keep a fee which blocks pass over. */
  readonly standing: StandingTransactions;
  /** Name of this process in leases. */
  readonly worker: string;
  /** Ids of the chains that this process follows and pays on; undefined for all. */
  readonly assigned: ReadonlySet<number> | undefined;
  readonly database: ServiceDatabase;
}

/** Parts that were opened before the engine. */
export interface Parts {
  readonly database: ServiceDatabase;
  readonly chains: Chains;
  /** Signs orders. */
  readonly signer: Signer;
  /** Functions that end the parts, the last part first. */
  readonly closers: (() => Promise<void>)[];
}

/** Opens the engine of a process; what it watches ends with its closers. */
export async function openEngine(
  options: ServiceOptions,
  { database, chains, signer, closers }: Parts,
): Promise<Engine> {
  const { configuration, log, failpoint } = options;
  const { settlement } = database;
  const clock = clockOf(options);
  const policy = policyOf(configuration, chains);
  const stop = new AbortController();
  // Every watch listens for the end: no leak, but more than ten at once.
  setMaxListeners(0, stop.signal);
  closers.unshift(() => {
    stop.abort();
    return Promise.resolve();
  });
  const prices = await startPrices(configuration.prices, {
    chains,
    policy,
    records: settlement.prices,
    clock,
    signal: stop.signal,
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
    paths: createPaths(chains, await openPaths(options, { chains, clock, signal: stop.signal })),
  };
  const worker = workerName(options);
  const { role = 'all' } = options;
  const assigned = assignedChains(options.chains, { role, chains: chains.all });
  const indexer = createIndexer({
    ...context,
    follower: { leases: context.leases, name: worker },
    assigned,
    log: logOf(options, 'indexer'),
  });
  const quoting = await openQuoting(options, {
    chains,
    database,
    signer,
    clock,
    signal: stop.signal,
    policy,
    prices,
    paths: context.paths,
  });
  return {
    policy,
    prices,
    ...quoting,
    indexer,
    context,
    worker,
    assigned,
    database,
    fills: createFillTimes(chains),
    standing: createStandingTransactions(chains),
  };
}

/** Values that quotes are made from. */
interface QuotingParts
  extends
    Pick<Parts, 'chains' | 'database' | 'signer'>,
    Pick<ChainEnvironment, 'clock' | 'signal'> {
  readonly policy: QuotePolicy;
  readonly prices: PriceSource;
  readonly paths: NonNullable<QuoterOptions['paths']>;
}

/** Watches what decides over quotes, and opens what makes them. */
async function openQuoting(
  options: ServiceOptions,
  { database, chains, signer, clock, signal, policy, prices, paths }: QuotingParts,
): Promise<Pick<Engine, 'quoter' | 'restrictions' | 'clockWatch'>> {
  const { settlement } = database;
  const log = logOf(options, 'quoter');
  const clockWatch = await watchClock({
    chains: chains.all,
    database: database.database,
    clock,
    signal,
    log: logOf(options, 'clock'),
  });
  const restrictions = await watchRestrictions({
    isDraining: options.isDraining === true,
    chains,
    settlement,
    leases: database.database.leases,
    prices,
    clock,
    signal,
    policy: solverPolicyOf(options.configuration, policy).burnedGas,
    log,
  });
  const timing = await watchTiming({ chains: chains.all, settlement, clock, signal, log });
  const { hub } = settlement;
  const { userBalance, note } = watchUserBalances({ chains: chains.all, hub, clock, signal, log });
  const quoter = createQuoter({
    ...restrictions,
    timing,
    paths,
    userBalance,
    clockFault: () => clockWatch.fault(),
    now: nowOf(options),
    store: noting(withinTime(settlement, options), note),
    chains,
    prices,
    policy,
    signer,
    hasher: await createOrderHasher(),
    randomBytes: createRandomBytes(),
  });
  return { quoter, restrictions, clockWatch };
}

/** Settlement that tells of the quotes that it stores. */
function noting(settlement: Settlement, note: (request: NewRequest) => void): Settlement {
  return {
    ...settlement,
    saveRequest: (request) => {
      note(request);
      return settlement.saveRequest(request);
    },
  };
}

/** Opens the paths that plugins bring. */
async function openPaths(
  options: ServiceOptions,
  { chains, ...environment }: Pick<Parts, 'chains'> & Pick<ChainEnvironment, 'clock' | 'signal'>,
): Promise<readonly RebalancePath[]> {
  const log = logOf(options, 'paths');
  return await Promise.all(
    (options.paths ?? []).map((path) => path.open(chains, { ...environment, log })),
  );
}
