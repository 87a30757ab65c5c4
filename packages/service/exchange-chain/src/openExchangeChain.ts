import { describeChain, nativeFirst } from '@portage/core/chain';
import type { Chain, ChainAsset, Observe } from '@portage/core/chain';
import type { ChainEnvironment, ChainFacts, FamilyKeys } from '@portage/core/plugin';
import {
  connectChain,
  createFinality,
  createKnownBalances,
  createObservedEvents,
  followShared,
  isOutranked,
  openWhole,
  printMemory,
  readOnHeads,
  type ChainConnection,
  type Heads,
} from '@portage/chain-kit';
import { exchangeCodec } from '@portage/exchange/codec';
import type { ParsedChainConfig } from './chainConfig.js';
import { createAccountMemory, type AccountMemory } from './createAccountMemory.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createFees, type FeeMemory, type TransferFees } from './createFees.js';
import { createGas } from './createGas.js';
import { createReadMany } from './createReadMany.js';
import { createRecipients } from './createRecipients.js';
import { createDeposits } from './deposit/createDeposits.js';
import { createUnconfirmed } from './deposit/createUnconfirmed.js';
import type { Log } from '@portage/core';
import { callWeights, hostBudget, type CallWeights } from './endpoint/callWeights.js';
import { createAuthTokens, type AuthTokens } from './endpoint/createAuthTokens.js';
import { createExchangeEndpoint } from './endpoint/createExchangeEndpoint.js';
import {
  createTransactionReader,
  type TransactionReader,
} from './endpoint/createTransactionReader.js';
import { createAnnouncements, type Announcements } from './observe/createAnnouncements.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createHeads } from './observe/createHeads.js';
import { createNotes, type Notes } from './observe/createNotes.js';
import { createReread } from './observe/createReread.js';
import { createUpdates } from './observe/createUpdates.js';
import { readingPace } from './observe/readingPace.js';
import type { Accounts } from './observe/decodeTransfer.js';
import type { Head } from './observe/head.js';
import { createOwners } from './owners/createOwners.js';
import { readKeys, type OwnAccount, type OwnAccounts } from './readKeys.js';
import { selfCheck } from './selfCheck.js';
import { createNonces } from './spend/createNonces.js';
import { createKeyWatch } from './spend/createKeyWatch.js';
import { createPause, type Pause } from './spend/createPause.js';
import { createSpend } from './spend/createSpend.js';
import type { NonceKey, NonceKeys } from './spend/nonceKey.js';
import { createVault } from './spend/createVault.js';

/** Members of what processes share; another number for others. */
const shape = 'lvm-2';

/** Codes by which a host asks to be asked later. */
const busyCodes = [429];

/** Settings, accounts and currencies of a chain, before it is reached. */
interface Identity {
  readonly config: ParsedChainConfig;
  readonly assets: readonly [ChainAsset, ...ChainAsset[]];
  readonly own: OwnAccounts;
  readonly accounts: Accounts;
}

/** A chain whose hosts were checked. */
interface Connection extends Identity, ChainConnection {
  readonly tokens: AuthTokens | undefined;
  readonly weights: CallWeights | undefined;
  readonly log: Log;
  /** Reader of transactions, with the statuses of the configuration. */
  readonly reader: TransactionReader;
  readonly notes: Notes;
}

/** State of the chain that is kept in memory and read again on every head. */
interface ChainMemory {
  readonly heads: Heads<Head>;
  readonly fees: FeeMemory;
  readonly solver: AccountMemory;
  readonly depository: AccountMemory;
  /** Keys with their nonces; undefined where the chain is only watched. */
  readonly nonceKeys: NonceKeys | undefined;
  readonly pause: Pause;
  /** Why nothing is paid now, in words without a stop. */
  readonly pausedReason: () => string | undefined;
  /** Balance of the solver: a reading shared by another process goes before one made here. */
  readonly spendable: AccountMemory['spendable'];
  /** Block, fees and the solver's balances as text for other processes. */
  readonly share: () => string | undefined;
}

/**
 * Connects to the exchange: checks every host, fills the memory, and follows the history of our
 * accounts until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `RPC_HTTP_ERROR`
 */
export function openExchangeChain(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  return openWhole(environment, async (own) => {
    const connection = await connect(config, own);
    return assembleChain(connection, await followChain(connection, own));
  });
}

/** Facts of a chain by its settings. @throws PortageError `INVALID_CONFIGURATION` */
export function describeExchangeChain(config: ParsedChainConfig, keys: FamilyKeys): ChainFacts {
  return chainFacts(identify(config, keys));
}

function identify(config: ParsedChainConfig, keys: FamilyKeys): Identity {
  const assets = config.assets.map(({ logoURI, verified, ...asset }): ChainAsset => {
    const isNative = asset.address === exchangeCodec.nativeCurrency;
    const metadata = { logoURI, verified, isNative };
    return { ...asset, isNative, supportsPermit: false, metadata };
  });
  const own = readKeys(keys);
  return {
    config,
    own,
    assets: nativeFirst(assets, config.name),
    accounts: { solver: own.solver.index, depository: own.depository.index },
  };
}

function chainFacts({ config, assets, accounts }: Identity): ChainFacts {
  const depository = String(accounts.depository);
  return {
    id: config.id,
    slug: config.slug,
    vm: exchangeCodec.vm,
    codec: exchangeCodec,
    assets,
    native: assets[0],
    info: describeChain(config, assets, {
      vmType: exchangeCodec.vm,
      solver: String(accounts.solver),
      contracts: { depository },
      protocol: { v2: { chainId: config.slug, depository } },
    }),
    extraData: '0x',
    secondsPerPayment: config.secondsPerPayment,
    finality: createFinality(config.finality, config.exposureUsdMax),
    checkRecipient: createCheckRecipient(Object.values(accounts)),
  };
}

async function connect(
  config: ParsedChainConfig,
  { signal, clock, log, keys }: ChainEnvironment,
): Promise<Connection> {
  const identity = identify(config, keys);
  const signers = Object.values(identity.own).flatMap(({ signer }: OwnAccount) => signer ?? []);
  const tokens = config.authTokens ? createAuthTokens(signers, () => clock.now()) : undefined;
  const weights = config.tier === undefined ? undefined : callWeights(config.tier);
  const connected = await connectChain(config, {
    ...(weights === undefined ? {} : { budget: hostBudget(weights) }),
    signal,
    clock,
    log,
    busyCodes,
    connect: (url, limits) => createExchangeEndpoint(url, limits, tokens),
    check: (endpoint, stop) => selfCheck(endpoint, identity.own, stop),
  });
  const notes = createNotes(log, config.slug);
  const statuses = { numbers: config.statusNumbers, final: config.finalStatuses };
  const reader = createTransactionReader(statuses, (row) =>
    notes.once(`${row.txId} ${row.fault}`, 'a transfer of the exchange cannot be read', { ...row }),
  );
  return { ...identity, ...connected, notes, reader, tokens, weights, log };
}

async function followChain(
  connection: Connection,
  { signal, shared }: Pick<ChainEnvironment, 'signal' | 'shared'>,
): Promise<ChainMemory> {
  const { config, assets, accounts, rpc, quorum, clock, weights } = connection;
  const { timeoutMs } = config;
  const pace = readingPace({ pollMs: config.pollMs, currencies: assets.length, weights });
  let isLeft = (): boolean => false;
  const heads = createHeads({
    rpc,
    quorum,
    pollMs: pace.pollMs,
    wakeMs: pace.wakeMs,
    announce: announceTo(connection, { signal, shared }),
    timeoutMs,
    clock,
    signal,
    isLeft: () => isLeft(),
  });
  const fees = createFees({ quorum, accounts, clock });
  const balances = createKnownBalances(clock);
  const currencies = assets.map(({ address }) => address);
  const memoryOf = (accountIndex: number): AccountMemory =>
    createAccountMemory({ quorum, accountIndex, currencies, clock });
  const [solver, depository] = [memoryOf(accounts.solver), memoryOf(accounts.depository)];
  const nonceKeys = openNonceKeys(connection);
  const { notes } = connection;
  const signers =
    nonceKeys === undefined ? [] : [nonceKeys.solver.signer, nonceKeys.depository.signer];
  const keyWatch = createKeyWatch({ quorum, signers, clock, notes });
  const nonces =
    nonceKeys === undefined ? [] : [nonceKeys.solver.nonces, nonceKeys.depository.nonces];
  isLeft = followShared<Head, TransferFees>({
    shape,
    shared,
    clock,
    take: (memory) => {
      balances.take(memory);
      if (memory.market !== undefined) fees.take(memory.market);
      const { value, observedAt } = memory.head;
      if (!isOutranked(heads, value.height, clock)) heads.publish(value, observedAt);
    },
  });
  await heads.next(undefined, signal);
  const refresh = async (): Promise<void> => {
    await Promise.all(
      [fees, solver, depository, keyWatch, ...nonces].map((memory) => memory.refresh(signal)),
    );
  };
  const { readingMs: everyMs } = pace;
  await readOnHeads(refresh, { heads, afterHeadMs: 0, everyMs, clock, signal, isLeft });
  const share = (): string | undefined => {
    const head = heads.latest();
    if (head === undefined) return undefined;
    const known = currencies.flatMap((currency) => {
      const balance = solver.spendable(currency);
      return balance === undefined ? [] : ([[currency, balance]] as const);
    });
    const memory = { head, market: fees.latest(), faults: new Map(), balances: new Map(known) };
    return printMemory<Head, TransferFees>(shape, memory, clock());
  };
  const spendable: AccountMemory['spendable'] = (currency) =>
    (isLeft() ? balances.spendable(currency) : undefined) ?? solver.spendable(currency);
  const pause = createPause({ codes: config.pausedCodes, needed: quorum.needed, clock, notes });
  const pausedReason = (): string | undefined => keyWatch.reason() ?? pause.reason();
  return { heads, fees, solver, depository, nonceKeys, pause, pausedReason, spendable, share };
}

/** Listens to the channel of our accounts, where the configuration names one. */
function announceTo(
  { config, accounts, tokens, log }: Connection,
  { signal, shared }: Pick<ChainEnvironment, 'signal' | 'shared'>,
): ((wake: () => void) => Announcements) | undefined {
  const { wsUrl: url, slug: chain, timeoutMs } = config;
  // A process that receives the blocks of another one needs no announcements.
  if (url === undefined || shared !== undefined) return undefined;
  const context = { url, accounts: Object.values(accounts), tokens, timeoutMs, signal, chain, log };
  return (onTransaction) => createAnnouncements({ ...context, onTransaction });
}

function assembleChain(connection: Connection, memory: ChainMemory): Chain {
  const { config, quorum, reports } = connection;
  const { fees, solver, depository } = memory;
  const money = openMoney(connection, memory);
  const vault = createVault(connection.accounts.depository, depository);
  return {
    ...chainFacts(connection),
    observe: assembleObserve(connection, memory),
    ...reports,
    deposit: createDeposits({
      chainId: config.id,
      quorum,
      fees,
      own: Object.values(connection.accounts),
      chainName: config.displayName ?? config.name,
      depository: connection.accounts.depository,
      symbols: new Map(connection.assets.map(({ address, symbol }) => [address, symbol])),
    }),
    ...(money === undefined ? {} : { spend: money, vault }),
    balances: { ...solver, spendable: memory.spendable, readMany: createReadMany(connection.rpc) },
    share: memory.share,
    gas: createGas(fees, money === undefined ? undefined : memory.pausedReason),
    recipients: createRecipients({ quorum, fees, accounts: connection.accounts }),
    owners: createOwners({ quorum }),
  };
}

/** Keys of both accounts; undefined without both signers. */
function openNonceKeys({ own, accounts, quorum, clock, notes }: Connection): NonceKeys | undefined {
  const [solver, depository] = [own.solver.signer, own.depository.signer];
  if (solver === undefined || depository === undefined) return undefined;
  const nonceKeyOf = (signer: NonceKey['signer']): NonceKey => ({
    signer,
    nonces: createNonces({ quorum, key: signer, clock, notes }),
  });
  return { accounts, solver: nonceKeyOf(solver), depository: nonceKeyOf(depository) };
}

/** Without both signers the chain is only watched. */
function openMoney(
  { config, rpc, quorum, reader, notes, clock }: Connection,
  { fees, nonceKeys, pause }: ChainMemory,
): Chain['spend'] {
  const { circuitId, expirySeconds } = config;
  if (nonceKeys === undefined) return undefined;
  return createSpend({
    nonceKeys,
    fees,
    circuitId,
    expirySeconds,
    clock,
    rpc,
    quorum,
    reader,
    notes,
    pause,
  });
}

function assembleObserve(
  { config, accounts, rpc, quorum, reader, notes }: Connection,
  { heads }: ChainMemory,
): Observe {
  const observedEvents = createObservedEvents();
  return {
    updates: createUpdates({
      heads,
      rpc,
      quorum,
      reader,
      notes,
      accounts,
      observedEvents,
      startHeight: config.startHeight ?? 0,
    }),
    trace: createTrace({ rpc, reader, accounts }),
    confirm: createConfirm({ quorum, reader, accounts, observedEvents }),
    unconfirmed: createUnconfirmed({ rpc, reader, accounts }),
    reread: createReread({
      rpc,
      reader,
      accounts,
      everyMs: config.rereadMs,
      blocksMax: config.rereadBlocks,
    }),
    tip: () => heads.latest(),
  };
}
