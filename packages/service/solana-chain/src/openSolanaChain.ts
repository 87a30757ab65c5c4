import type {
  Chain,
  ChainAsset,
  Gas,
  Observe,
  OrderCalls,
  Spend,
  Vault,
} from '@portage/core/chain';
import {
  connectChain,
  createFinality,
  createObservedEvents,
  openWhole,
  readOperatorKeys,
  type ChainConnection,
} from '@portage/chain-kit';
import { createSender } from '@portage/chain-kit/send';
import { solanaCodec } from '@portage/solana/codec';
import {
  associatedTokenAddress,
  depositoryAddresses,
  programs as classic,
  type DepositoryAddresses,
} from '@portage/solana/program';
import type { Allocator, ChainEnvironment, FamilyKeys, ChainFacts } from '@portage/core/plugin';
import { privateKeySchema, type ParsedChainConfig } from './chainConfig.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { createOrderCalls } from './calls/createOrderCalls.js';
import { createOwners } from './owners/createOwners.js';
import { followChain, type ChainMemory } from './followChain.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createRecipients } from './createRecipients.js';
import { openDeposits } from './deposit/openDeposits.js';
import { operationCost } from './gas/computeUnits.js';
import { tokenRent } from './gas/createFees.js';
import { marketPrice } from './gas/marketPrice.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createReread } from './observe/createReread.js';
import { createSendFinder } from './observe/createSendFinder.js';
import { createUpdates } from './observe/createUpdates.js';
import { readAddressRoot } from './readAddressRoot.js';
import { createTokenPrograms, type TokenProgramOf } from './rpc/tokenPrograms.js';
import { selfCheck } from './selfCheck.js';
import type { AddressRoot } from './spend/createAddressRoot.js';
import { createAllocator } from './spend/createAllocator.js';
import { createKey, type Key } from './spend/createKey.js';
import { createSwapKey } from './spend/createSwapKey.js';
import { createVault } from './spend/createVault.js';
import { openSpend } from './spend/openSpend.js';
import { openSwaps, type OpenSwaps } from './swap/openSwaps.js';
import { venueRules } from './swap/venue/venueRules.js';

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
export function openSolanaChain(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  return openWhole(environment, (own) => openConfigured(config, own));
}

async function openConfigured(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  const { signal, shared, log } = environment;
  const connection = await connect(config, environment);
  const memory = await followChain(
    {
      ...connection,
      commitment,
      solver: connection.solver?.address,
      vault: connection.addresses.vault,
      shared,
    },
    signal,
  );
  const swaps = await openSwaps(
    {
      sources: config.swapSources,
      chainName: config.name,
      // Swaps are between mints of the classic token program.
      mints: connection.mints.filter((mint) => connection.tokenProgramOf(mint) === classic.token),
      solver: connection.solver?.address,
      rules: venueRules(connection),
      log,
      rpc: connection.rpc,
      heads: memory.heads,
      clock: connection.clock,
    },
    signal,
  );
  const calls = openCalls(connection);
  const watched = { ...environment, ...memory, swaps, calls };
  const spend = await openSpendIfKeyed(connection, watched, signal);
  return assembleChain(connection, memory, { spend, swaps, calls });
}

/** Settings, keys and addresses of a chain, before it is reached. */
interface Identity {
  readonly config: ParsedChainConfig;
  readonly assets: readonly [ChainAsset, ...ChainAsset[]];
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
  readonly addresses: DepositoryAddresses;
  readonly solver: Key | undefined;
  /** Signs instructions of venues; undefined where none are asked, or without the solver's key. */
  readonly swapKey: Key | undefined;
  readonly allocator: Allocator | undefined;
  /** Root of deposit addresses; undefined where the chain offers none. */
  readonly root: AddressRoot | undefined;
}

/** A chain whose endpoints, programs and mints were checked. */
type Connection = Identity & ChainConnection;

/** Allocator on the key of the configuration. @throws PortageError `INVALID_CONFIGURATION` */
export function openSolanaAllocator(
  config: ParsedChainConfig,
  keys: FamilyKeys,
): Promise<Allocator | undefined> {
  return Promise.resolve().then(() => identify(config, keys).allocator);
}

/** Facts of a Solana chain by its settings. @throws PortageError `INVALID_CONFIGURATION` */
export function describeSolanaChain(config: ParsedChainConfig, keys: FamilyKeys): ChainFacts {
  return chainFacts(identify(config, keys));
}

function identify(config: ParsedChainConfig, familyKeys: FamilyKeys): Identity {
  const keys = readOperatorKeys(familyKeys, { vm: 'svm', key: privateKeySchema });
  const assets = readAssets(config);
  const [solver, own] = [keyOf(keys.solver), keyOf(keys.allocator)];
  const allocator = own === undefined ? undefined : createAllocator(own);
  const asksVenues = config.swapSources.some(({ kind }) => kind === 'jupiter');
  return {
    config,
    swapKey: asksVenues && keys.solver !== undefined ? createSwapKey(keys.solver) : undefined,
    assets,
    mints: assets.slice(1).map(({ address }) => address),
    tokenProgramOf: createTokenPrograms(config.assets),
    addresses: depositoryAddresses(config.programs.depository),
    solver,
    allocator,
    root: readAddressRoot(familyKeys, config, [solver?.address, allocator?.address]),
  };
}

function chainFacts(identity: Identity): ChainFacts {
  const { config, assets, addresses, solver, root } = identity;
  return {
    id: config.id,
    slug: config.slug,
    vm: 'svm',
    codec: solanaCodec,
    native: assets[0],
    assets,
    info: chainInfo(config, assets, addresses, { solver: solver?.address, root: root?.address }),
    extraData: '0x',
    secondsPerPayment: config.secondsPerPayment,
    finality: createFinality(config.finality, config.exposureUsdMax),
    checkRecipient: createCheckRecipient(ownAccounts(identity)),
  };
}

async function connect(
  config: ParsedChainConfig,
  { signal, clock, log, keys, allocator: given }: ChainEnvironment,
): Promise<Connection> {
  const own = identify(config, keys);
  const identity = { ...own, allocator: given ?? own.allocator };
  const { addresses, allocator } = identity;
  const wanted = {
    chainId: config.id,
    genesisHash: config.genesisHash,
    config,
    addresses,
    allocator: allocator?.address,
    native: identity.assets[0],
    tokens: config.assets.slice(1),
  };
  const connected = await connectChain(config, {
    signal,
    clock,
    log,
    busyCodes,
    check: (endpoint, stop) => selfCheck(endpoint, wanted, stop),
  });
  return { ...identity, ...connected };
}

function keyOf(text: string | undefined): Key | undefined {
  return text === undefined ? undefined : createKey(text);
}

/** Judge of the instructions of callers; undefined without both keys, where nothing is paid. */
function openCalls({
  config,
  rpc,
  addresses,
  mints,
  tokenProgramOf,
  solver,
  allocator,
  swapKey,
}: Connection): OrderCalls | undefined {
  if (solver === undefined || allocator === undefined) return undefined;
  return createOrderCalls({
    rpc,
    programs: config.programs,
    addresses,
    mints,
    tokenProgramOf,
    solver: solver.address,
    allocator: allocator.address,
    swapKey: swapKey?.address,
  });
}

/** Everything about a chain that payments need beside its connection. */
type WatchedParts = ChainEnvironment & ChainMemory & Omit<OpenParts, 'spend'>;

/** Without both keys the chain is only watched. */
async function openSpendIfKeyed(
  connection: Connection,
  { fees, blockhashes, heads, swaps, calls, log, isHalted }: WatchedParts,
  signal: AbortSignal,
): Promise<Spend | undefined> {
  const { config, rpc, quorum, addresses, mints, solver, allocator, root, clock } = connection;
  if (solver === undefined || allocator === undefined || calls === undefined) return undefined;
  const { tokenProgramOf, swapKey } = connection;
  const { sendUrls, sendPublicAfterBlocks, timeoutMs } = config;
  const height = (): number | undefined => heads.latest()?.value.height;
  return openSpend(
    {
      rpc,
      sender: createSender({ rpc, sendUrls, sendPublicAfterBlocks, height, timeoutMs, signal }),
      chainId: config.id,
      chainName: config.name,
      programs: { ...config.programs, chainId: config.id, tokenProgramOf },
      addresses,
      mints,
      tokenProgramOf,
      solver,
      allocator,
      root,
      quorum,
      latestBlockhash: () => blockhashes.latest(),
      price: () => marketPrice(fees),
      priceCeiling: config.priceCeiling,
      termsOf: swaps?.termsOf,
      venueRules: venueRules(connection),
      swapKey,
      isHalted,
      log,
      orderCalls: calls,
      costAt: (operation, price) => {
        const market = fees.market()?.value;
        return market && operationCost(operation, { ...market, price }, tokenProgramOf);
      },
      tokenRent: (mint) => {
        const market = fees.market()?.value;
        return market && tokenRent(market.rent, tokenProgramOf(mint));
      },
      markerRent: () => fees.market()?.value.rent.marker,
      clock,
    },
    signal,
  );
}

/** Parts of a chain that it may lack. */
interface OpenParts {
  readonly spend: Spend | undefined;
  readonly swaps: OpenSwaps | undefined;
  readonly calls: OrderCalls | undefined;
}

function assembleChain(
  connection: Connection,
  memory: ChainMemory,
  { spend, swaps, calls }: OpenParts,
): Chain {
  const { config } = connection;
  const { balances, fees } = memory;
  return {
    ...chainFacts(connection),
    observe: assembleObserve(connection, memory),
    keepsTime: !config.devnet,
    ...connection.reports,
    deposit: openDeposits(connection, memory.fees, swaps),
    ...(swaps === undefined ? {} : { swaps: swaps.swaps }),
    ...(calls === undefined ? {} : { calls }),
    ...(spend === undefined ? {} : { spend, vault: assembleVault(connection, memory) }),
    share: memory.share,
    balances: {
      read: (account, currency, stop) => balances.read(account, currency, stop),
      readMany: (places, stop) => balances.readMany(places, stop),
      spendable: (currency) => balances.spendable(currency),
      unreadable: (currency) => balances.unreadable(currency),
    },
    gas: assembleGas(connection, memory),
    owners: createOwners(),
    recipients: createRecipients({
      rpc: connection.rpc,
      market: () => fees.market(),
      ownPrograms: [config.programs.depository, config.programs.filler],
      tokenProgramOf: connection.tokenProgramOf,
      clock: connection.clock,
    }),
  };
}

/** The program judges a pause by its chain's clock, whatever ours says. */
function assembleVault(connection: Connection, memory: ChainMemory): Vault {
  const { heads } = memory;
  return createVault({
    ...connection,
    ...memory,
    time: () => heads.latest()?.value.time ?? connection.clock() / 1_000,
  });
}

function assembleObserve(connection: Connection, { heads }: ChainMemory): Observe {
  const { config, rpc, quorum, tokenProgramOf } = connection;
  const programs = { ...config.programs, chainId: config.id, tokenProgramOf };
  const context = { rpc, programs, commitment } as const;
  const observedEvents = createObservedEvents();
  return {
    updates: createUpdates({
      ...context,
      heads,
      quorum,
      // Transactions are listed by program: slots before it existed are not read.
      startHeight: config.startHeight ?? 0,
      observedEvents,
    }),
    trace: createTrace(context),
    confirm: createConfirm({ quorum, programs, commitment, observedEvents }),
    reread: createReread({ ...context, everyMs: config.rereadMs, blocksMax: config.rereadBlocks }),
    sends: createSendFinder(context),
    tip: () => heads.latest(),
  };
}

function assembleGas({ tokenProgramOf }: Connection, { fees }: ChainMemory): Gas {
  return {
    estimate: (operation) => {
      const market = fees.market();
      if (market === undefined) return undefined;
      const { value, observedAt } = market;
      return { value: operationCost(operation, value, tokenProgramOf), observedAt };
    },
  };
}

/**
 * Accounts that must not be paid: programs, vaults, mints, and the solver, which would pay itself.
 */
function ownAccounts({
  config,
  addresses,
  mints,
  tokenProgramOf,
  solver,
  swapKey,
}: Identity): readonly string[] {
  const holdings = mints.map((mint) =>
    associatedTokenAddress({ owner: addresses.vault, mint, tokenProgram: tokenProgramOf(mint) }),
  );
  return [
    config.programs.depository,
    config.programs.filler,
    addresses.config,
    addresses.vault,
    ...mints,
    ...holdings,
    ...config.swapSources.flatMap((source) =>
      source.kind === 'test-pool' ? [source.program, ...source.pools] : source.programs,
    ),
    ...[solver, swapKey].flatMap((key) => key?.address ?? []),
  ];
}
