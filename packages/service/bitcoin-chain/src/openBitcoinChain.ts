import { setMaxListeners } from 'node:events';
import type { Chain, ChainAsset, Gas, Observe } from '@portage/core/chain';
import {
  createFinality,
  createObservedEvents,
  createQuorum,
  createRpc,
  openEndpoints,
  readOnHeads,
  watchEndpoints,
  type Quorum,
  type Rpc,
  type WatchedEndpoints,
} from '@portage/chain-kit';
import { createBitcoinCodec } from '@portage/bitcoin/codec';
import type {
  ChainEnvironment,
  ChainFacts,
  Connection as EndpointConnection,
  FamilyKeys,
} from '@portage/core/plugin';
import type { ParsedChainConfig } from './chainConfig.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { feeOf } from './coins/selectCoins.js';
import { createBalances } from './createBalances.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createRecipients } from './createRecipients.js';
import { finalDepth } from './finalDepth.js';
import { createFees, type FeeMemory } from './gas/createFees.js';
import { operationSize } from './gas/operationSize.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createHeads, type Heads } from './observe/createHeads.js';
import { createUpdates } from './observe/createUpdates.js';
import type { Accounts } from './observe/decodeTransaction.js';
import { readKeys, type OwnAccounts } from './readKeys.js';
import { selfCheck } from './selfCheck.js';

/** A node that is still loading its blocks, or asked too often. */
const busyCodes = [-28, -32429, 429];

/** Settings, keys and currencies of a chain, before it is reached. */
interface Identity {
  readonly config: ParsedChainConfig;
  readonly assets: readonly [ChainAsset, ...ChainAsset[]];
  readonly own: OwnAccounts;
}

/** A chain whose endpoints were checked. */
interface Connection extends Identity {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly rpc: Rpc;
  /** Reading of the chain that money may rest on. */
  readonly quorum: Quorum;
  /** Sentences for operators. */
  readonly warnings: readonly string[];
  /** What operators are told of the endpoints. */
  readonly connection: EndpointConnection;
  /** What became of the calls to each endpoint. */
  readonly usage: WatchedEndpoints['usage'];
}

/** State of the chain that is kept in memory and read again on every head. */
interface ChainMemory {
  readonly heads: Heads;
  readonly fees: FeeMemory;
}

/**
 * Connects to Bitcoin: checks every endpoint, fills the memory, and follows the chain until the
 * signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export async function openBitcoinChain(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  const failed = new AbortController();
  const signal = AbortSignal.any([environment.signal, failed.signal]);
  // Every question to every endpoint listens for the end: no leak, but more than ten at once.
  setMaxListeners(0, signal);
  try {
    const connection = await connect(config, { ...environment, signal });
    return assembleChain(connection, await followChain(connection, signal));
  } catch (error) {
    // What was started already stops with the failure, so that nothing keeps the process alive.
    failed.abort();
    throw error;
  }
}

/** Facts of a chain by its settings. @throws PortageError `INVALID_CONFIGURATION` */
export function describeBitcoinChain(config: ParsedChainConfig, keys: FamilyKeys): ChainFacts {
  return chainFacts(identify(config, keys));
}

function identify(config: ParsedChainConfig, keys: FamilyKeys): Identity {
  return { config, assets: readAssets(config), own: readKeys(keys, config.network) };
}

function chainFacts({ config, assets, own }: Identity): ChainFacts {
  const codec = createBitcoinCodec(config.network);
  const [vault, solver] = [own.vault.address, own.solver.address];
  return {
    ...{ id: config.id, slug: config.slug, vm: 'bvm', codec, assets },
    native: assets[0],
    info: chainInfo(config, assets, { vault, solver }),
    extraData: '0x',
    secondsPerPayment: config.secondsPerPayment,
    finality: createFinality(config.finality),
    checkRecipient: createCheckRecipient(codec, [vault, solver]),
  };
}

async function connect(
  config: ParsedChainConfig,
  { signal, clock, log, keys }: ChainEnvironment,
): Promise<Connection> {
  const identity = identify(config, keys);
  const {
    quorum: needed,
    warnings,
    connection,
    ...opened
  } = await openEndpoints(config, {
    ...{ signal, clock, log },
    check: (endpoint, stop) => selfCheck(endpoint, config.network, stop),
  });
  const now = (): number => clock.now();
  const watched = watchEndpoints(opened.endpoints, { chain: config.slug, log, clock: now });
  const { endpoints, onDissent } = watched;
  return {
    ...identity,
    ...{ warnings, connection, clock: now },
    usage: () => watched.usage(),
    rpc: createRpc(endpoints, { busyCodes, clock: now }),
    quorum: createQuorum(endpoints, {
      ...{ needed, deadlineMs: config.timeoutMs, onDissent, clock: now },
    }),
  };
}

async function followChain(
  { config, rpc, quorum, clock }: Connection,
  signal: AbortSignal,
): Promise<ChainMemory> {
  const { network, pollMs, timeoutMs, feeRateCeiling } = config;
  const heads = createHeads({ rpc, quorum, network, pollMs, timeoutMs, clock, signal });
  const isQuiet = network === 'regtest';
  const fees = createFees({ quorum, ceiling: feeRateCeiling, isQuiet, clock });
  await heads.next(undefined, signal);
  await readOnHeads(() => fees.refresh(signal), { heads, afterHeadMs: 0, clock, signal });
  return { heads, fees };
}

function assembleChain(connection: Connection, memory: ChainMemory): Chain {
  const { config, warnings } = connection;
  return {
    ...chainFacts(connection),
    observe: assembleObserve(connection, memory),
    connection: connection.connection,
    // Deposits and payments have their places here.
    ...(warnings.length === 0 ? {} : { warnings }),
    endpoints: () => connection.usage(),
    balances: createBalances(),
    gas: assembleGas(connection, memory),
    recipients: createRecipients(config.network),
  };
}

function assembleObserve({ config, own, rpc, quorum }: Connection, { heads }: ChainMemory): Observe {
  const { network } = config;
  const accounts: Accounts = { network, vault: own.vault.address, solver: own.solver.address };
  const observedEvents = createObservedEvents();
  const depth = finalDepth(config.finality);
  return {
    updates: createUpdates({
      ...{ heads, rpc, quorum, accounts, observedEvents },
      startHeight: config.startHeight ?? 0,
      finalDepth: depth,
    }),
    trace: createTrace({ rpc, accounts }),
    confirm: createConfirm({ quorum, accounts, finalDepth: depth, observedEvents }),
    tip: () => heads.latest(),
  };
}

function assembleGas({ config }: Connection, { fees }: ChainMemory): Gas {
  return {
    estimate: (operation) => {
      const [market, size] = [fees.market(), operationSize(operation, config.network)];
      return market === undefined || size === undefined
        ? undefined
        : { value: feeOf(market.value, size), observedAt: market.observedAt };
    },
  };
}
