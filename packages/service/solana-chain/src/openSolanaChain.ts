import { setMaxListeners } from 'node:events';
import type { Chain, ChainAsset, Gas, Observe, Spend } from '@portage/core/chain';
import {
  createFinality,
  createQuorum,
  createRefresh,
  createRpc,
  createObservedEvents,
  openEndpoints,
  readOperatorKeys,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  depositoryAddresses,
  programs as known,
  type DepositoryAddresses,
} from '@portage/solana/program';
import type { ChainEnvironment } from '@portage/core/plugin';
import { privateKeySchema, type ParsedChainConfig } from './chainConfig.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { createBalances, type BalanceMemory } from './createBalances.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createRecipients } from './createRecipients.js';
import { createDeposits } from './deposit/createDeposits.js';
import { operationCost } from './gas/computeUnits.js';
import { createFees, type FeeMemory } from './gas/createFees.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createHeads, type Heads } from './observe/createHeads.js';
import { createUpdates } from './observe/createUpdates.js';
import { selfCheck } from './selfCheck.js';
import { createBlockhashes, type BlockhashMemory } from './spend/createBlockhashes.js';
import { createKey, type Key } from './spend/createKey.js';
import { createVault } from './spend/createVault.js';
import { openSpend } from './spend/openSpend.js';

/** A node that is unhealthy, behind the slot that was asked for, or asked too often. */
const busyCodes = [-32005, -32016, -32429, 429];
/**
 * Blocks that most of the network has voted for; what may be spent against is finality's to say.
 */
const commitment = 'confirmed';

/**
 * Connects to a Solana chain: checks every endpoint, program and mint, fills the memory, and
 * follows the chain until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export async function openSolanaChain(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  const failed = new AbortController();
  const signal = AbortSignal.any([environment.signal, failed.signal]);
  // Every question to every endpoint listens for the end: no leak, but more than ten at once.
  setMaxListeners(0, signal);
  try {
    const connection = await connect(config, { ...environment, signal });
    const memory = await fillMemory(connection, signal);
    return assembleChain(connection, memory, await openSpendIfKeyed(connection, memory, signal));
  } catch (error) {
    // What was started already stops with the failure, so that nothing keeps the process alive.
    failed.abort();
    throw error;
  }
}

/** A chain whose endpoints, programs and mints were checked. */
interface Connection {
  readonly config: ParsedChainConfig;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly rpc: Rpc;
  /** Reading of the chain that money may rest on. */
  readonly quorum: Quorum;
  /** Sentences for operators. */
  readonly warnings: readonly string[];
  readonly assets: readonly [ChainAsset, ...ChainAsset[]];
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  readonly addresses: DepositoryAddresses;
  readonly solver: Key | undefined;
  readonly allocator: Key | undefined;
}

async function connect(
  config: ParsedChainConfig,
  { signal, clock, keys: familyKeys }: ChainEnvironment,
): Promise<Connection> {
  const { programs } = config;
  const keys = readOperatorKeys(familyKeys, { vm: 'svm', key: privateKeySchema });
  const [solver, allocator] = [keyOf(keys.solver), keyOf(keys.allocator)];
  const { endpoints, quorum: needed, warnings } = openEndpoints(config, signal);
  const assets = readAssets(config);
  const [, ...tokens] = assets;
  const addresses = depositoryAddresses(programs.depository);
  const unchecked = await selfCheck(
    {
      ...{ endpoints, needed },
      chainId: config.id,
      genesisHash: config.genesisHash,
      programs,
      addresses,
      allocator: allocator?.address,
      tokens,
    },
    signal,
  );
  const rpc = createRpc(endpoints, { busyCodes, clock: () => clock.now() });
  const quorum = createQuorum(endpoints, {
    ...{ needed, deadlineMs: config.timeoutMs },
    clock: () => clock.now(),
  });
  const mints = tokens.map(({ address }) => address);
  return {
    ...{ config, rpc, quorum, assets, mints, addresses, solver, allocator },
    warnings: [...warnings, ...unchecked],
    clock: () => clock.now(),
  };
}

function keyOf(text: string | undefined): Key | undefined {
  return text === undefined ? undefined : createKey(text);
}

/** State of the chain that is kept in memory and read again on every head. */
interface ChainMemory {
  readonly heads: Heads;
  readonly fees: FeeMemory;
  readonly balances: BalanceMemory;
  readonly blockhashes: BlockhashMemory;
}

async function fillMemory(connection: Connection, signal: AbortSignal): Promise<ChainMemory> {
  const { config, rpc, quorum, assets, addresses, solver, clock } = connection;
  const { programs } = config;
  const { pollMs, timeoutMs, devnet } = config;
  const heads = createHeads({
    ...{ rpc, quorum, commitment, pollMs, timeoutMs, devnet, clock, signal },
  });
  await heads.next(undefined, signal);
  const fees = createFees({
    accounts: solver === undefined ? [] : [solver.address],
    ceiling: config.priceCeiling,
    clock,
  });
  const balances = createBalances({
    quorum,
    heads,
    assets,
    solver: solver?.address,
    holders: new Map([[programs.depository, addresses.vault]]),
    clock,
  });
  const blockhashes = createBlockhashes({ heads, clock });
  const parts = [fees, balances, blockhashes];
  await createRefresh({ rpc, heads, parts, afterHeadMs: 0, clock, signal });
  return { heads, fees, balances, blockhashes };
}

/** Without both keys the chain is only watched. */
async function openSpendIfKeyed(
  { config, rpc, quorum, addresses, mints, solver, allocator, clock }: Connection,
  { fees, blockhashes }: ChainMemory,
  signal: AbortSignal,
): Promise<Spend | undefined> {
  if (solver === undefined || allocator === undefined) return undefined;
  return openSpend(
    {
      rpc,
      chainId: config.id,
      chainName: config.name,
      programs: config.programs,
      addresses,
      mints,
      solver,
      allocator,
      quorum: quorum.needed,
      latestBlockhash: () => blockhashes.latest(),
      price: () => marketPrice(fees),
      priceCeiling: config.priceCeiling,
      clock,
    },
    signal,
  );
}

function assembleChain(
  connection: Connection,
  memory: ChainMemory,
  spend: Spend | undefined,
): Chain {
  const { config, assets, addresses, solver, warnings } = connection;
  const { balances, fees } = memory;
  const [native] = assets;
  return {
    id: config.id,
    slug: config.slug,
    vm: 'svm',
    codec: solanaCodec,
    native,
    assets,
    info: chainInfo(config, assets, addresses, solver?.address),
    extraData: '0x',
    secondsPerPayment: config.secondsPerPayment,
    observe: assembleObserve(connection, memory),
    finality: createFinality(config.finality),
    deposit: createDeposits({
      chainId: config.id,
      chainName: config.displayName ?? config.name,
      depository: config.programs.depository,
      addresses,
      symbolOf: (currency) =>
        assets.find((asset) => asset.address === currency)?.symbol ?? currency,
      price: () => marketPrice(fees),
    }),
    ...(spend === undefined ? {} : { spend, vault: createVault({ ...connection, ...memory }) }),
    ...(warnings.length === 0 ? {} : { warnings }),
    balances: {
      read: (account, currency, stop) => balances.read(account, currency, stop),
      spendable: (currency) => balances.spendable(currency),
      unreadable: (currency) => balances.unreadable(currency),
    },
    gas: assembleGas(memory),
    recipients: createRecipients({
      rpc: connection.rpc,
      market: () => fees.market(),
      ownPrograms: [config.programs.depository, config.programs.filler],
      clock: connection.clock,
    }),
    checkRecipient: createCheckRecipient(ownAccounts(connection)),
  };
}

function assembleObserve({ config, rpc, quorum }: Connection, { heads }: ChainMemory): Observe {
  const { programs } = config;
  const context = { rpc, programs, commitment } as const;
  const observedEvents = createObservedEvents();
  return {
    updates: createUpdates({
      heads,
      quorum,
      ...context,
      // Transactions are listed by program: slots before it existed are not read.
      startHeight: config.startHeight ?? 0,
      observedEvents,
    }),
    trace: createTrace(context),
    confirm: createConfirm({ quorum, programs, commitment, observedEvents }),
    tip: () => heads.latest(),
  };
}

function assembleGas({ fees }: ChainMemory): Gas {
  return {
    estimate: (operation) => {
      const market = fees.market();
      return market === undefined || operation.type === 'relay'
        ? undefined
        : { value: operationCost(operation, market.value), observedAt: market.observedAt };
    },
  };
}

/** Price of a compute unit in micro-lamports; 0 while it is not known. */
function marketPrice(fees: FeeMemory): bigint {
  return fees.market()?.value.price ?? 0n;
}

/**
 * Accounts that must not be paid: programs, vaults, mints, and the solver, which would pay itself.
 */
function ownAccounts({ config, addresses, mints, solver }: Connection): readonly string[] {
  const holdings = mints.map((mint) =>
    associatedTokenAddress({ owner: addresses.vault, mint, tokenProgram: known.token }),
  );
  return [
    config.programs.depository,
    config.programs.filler,
    addresses.config,
    addresses.vault,
    ...mints,
    ...holdings,
    ...(solver === undefined ? [] : [solver.address]),
  ];
}
