import type { Chain, ChainAsset, Deposits, Gas, Observe } from '@portage/core/chain';
import {
  connectChain,
  createEndpoint,
  createFinality,
  createObservedEvents,
  openWhole,
  urlOf,
  type ChainConnection,
  type Endpoint,
} from '@portage/chain-kit';
import { bitcoinCodec, createBitcoinCodec } from '@portage/bitcoin/codec';
import type { Observed } from '@portage/core';
import {
  ageOf,
  type ChainEnvironment,
  type ChainFacts,
  type FamilyKeys,
} from '@portage/core/plugin';
import { openAddresses, type OpenedAddresses } from './addresses/openAddresses.js';
import type { ParsedChainConfig } from './chainConfig.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { feeOf } from './coins/selectCoins.js';
import { createBalances } from './createBalances.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createRecipients } from './createRecipients.js';
import { createDeposits } from './deposit/createDeposits.js';
import { createUnconfirmed } from './deposit/createUnconfirmed.js';
import { createEsplora, type Esplora } from './esplora/createEsplora.js';
import { finalDepth, finalHeight, leastDepth } from './finalDepth.js';
import { followChain, type ChainMemory } from './followChain.js';
import { pausedReason } from './gas/pausedReason.js';
import { operationSize } from './gas/operationSize.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createUpdates } from './observe/createUpdates.js';
import { createWitness } from './observe/createWitness.js';
import type { Accounts } from './observe/decodeTransaction.js';
import { createOwners } from './owners/createOwners.js';
import { readKeys, type OwnAccounts } from './readKeys.js';
import { selfCheck } from './selfCheck.js';
import type { CoinReading } from './spend/openCoins.js';
import { openSpend, type OpenedMoney, type OpenedSpend } from './spend/openSpend.js';
import { fillsMax } from './spend/planFills.js';
import { watchBalance } from './spend/watchBalance.js';

/** Milliseconds for which a fee rate counts. */
const feeAgeMsMax = 1_800_000;
/** Bounds of a look through all coins: a node takes minutes for it. */
const scanLimits = { timeoutMs: 900_000, responseBytesMax: 67_108_864 };
/** A node that is still loading its blocks, or asked too often. */
const busyCodes = [-28, -32429, 429];

/** Sentence for operators of a chain that takes and pays nothing. */
const withoutEsplora =
  'Nothing is taken or paid, because nodes do not know the coins of an address: set `esploraUrls`.';

/** Sentence for operators whose Esplora refuses to list the coins of an account of ours. */
function unlistedWarning(address: string): string {
  return `No endpoint of Esplora lists the coins of ${address}, so each start has a node look through all coins that there are: raise \`--utxos-limit\` of its electrs.`;
}

/** Settings, keys and currencies of a chain, before it is reached. */
interface Identity {
  readonly config: ParsedChainConfig;
  readonly assets: readonly [ChainAsset, ...ChainAsset[]];
  readonly own: OwnAccounts;
}

/** A chain whose endpoints were checked. */
interface Connection extends Identity, ChainConnection {
  /** The same nodes with minutes for an answer, which only a look through all coins takes. */
  readonly scanners: readonly Endpoint[];
  /** Endpoints that know the coins of addresses; what they tell is a hint. */
  readonly esploras: readonly Esplora[];
}

/** Memory of the chain, and its deposit addresses. */
interface OpenMemory extends ChainMemory {
  /** Undefined where none are offered. */
  readonly addresses?: OpenedAddresses | undefined;
}

/**
 * Connects to Bitcoin: checks every endpoint, fills the memory, and follows the chain until the
 * signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function openBitcoinChain(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  return openWhole(environment, async (own) => {
    const { signal, shared } = own;
    const connection = await connect(config, own);
    const followed = await followChain({ ...connection, shared }, signal);
    const memory = { ...followed, addresses: assembleAddresses(connection, followed) };
    return assembleChain(connection, memory, await openMoney(connection, memory, signal));
  });
}

/** Facts of a chain by its settings. @throws PortageError `INVALID_CONFIGURATION` */
export function describeBitcoinChain(config: ParsedChainConfig, keys: FamilyKeys): ChainFacts {
  return chainFacts(identify(config, keys));
}

function identify(config: ParsedChainConfig, keys: FamilyKeys): Identity {
  return { config, assets: readAssets(config), own: readKeys(keys, config) };
}

function chainFacts({ config, assets, own }: Identity): ChainFacts {
  const { network, esploraUrls } = config;
  const codec = createBitcoinCodec(network);
  const [vault, solver] = [own.vault.address, own.solver.address];
  const addresses = esploraUrls.length === 0 ? undefined : own.addresses;
  return {
    id: config.id,
    slug: config.slug,
    vm: 'bvm',
    codec,
    assets,
    native: assets[0],
    info: chainInfo(config, assets, { vault, solver, depositAddresses: addresses?.publicKey }),
    extraData: '0x',
    secondsPerPayment: config.secondsPerPayment,
    finality: createFinality(config.finality, config.exposureUsdMax),
    checkRecipient: createCheckRecipient(codec, [vault, solver]),
  };
}

async function connect(
  config: ParsedChainConfig,
  { signal, clock, log, keys }: ChainEnvironment,
): Promise<Connection> {
  const connected = await connectChain(config, {
    signal,
    clock,
    log,
    busyCodes,
    check: (endpoint, stop) => selfCheck(endpoint, config.network, stop),
  });
  return {
    ...identify(config, keys),
    ...connected,
    esploras: openEsploras(config, signal),
    scanners: openScanners(config, signal),
  };
}

function openScanners({ rpcUrls }: ParsedChainConfig, signal: AbortSignal): readonly Endpoint[] {
  const scanners = rpcUrls.map((endpoint) => createEndpoint(urlOf(endpoint), scanLimits));
  const close = (): void => void Promise.allSettled(scanners.map((each) => each.close()));
  signal.addEventListener('abort', close, { once: true });
  return scanners;
}

function openEsploras(
  { esploraUrls, timeoutMs }: ParsedChainConfig,
  signal: AbortSignal,
): readonly Esplora[] {
  const esploras = esploraUrls.map((url) => createEsplora(url, timeoutMs));
  const close = (): void => void Promise.allSettled(esploras.map((esplora) => esplora.close()));
  signal.addEventListener('abort', close, { once: true });
  return esploras;
}

/** The coins of an address are not known without an endpoint of Esplora. */
function assembleAddresses(
  { config, assets, own, rpc, quorum, esploras, clock }: Connection,
  memory: ChainMemory,
): OpenedAddresses | undefined {
  if (own.addresses === undefined || esploras.length === 0) return undefined;
  const { network } = config;
  return openAddresses({
    network,
    rpc,
    quorum,
    esploras,
    clock,
    heads: memory.heads,
    keys: own.addresses,
    currency: assets[0].address,
    feeRate: () => marketRate(memory, clock),
  });
}

/** Signer and vault, where the keys are here, and balances of our accounts. */
type Money = Partial<Pick<OpenedSpend, 'spend' | 'vault'>> & OpenedMoney;

const noMoney: Money = {
  accounts: [],
  balance: () => undefined,
  balanceOf: () => undefined,
  unlisted: () => [],
  refresh: () => Promise.resolve(),
};

/** Without both keys the chain is only watched. */
async function openMoney(
  { config, own, rpc, quorum, scanners, esploras, clock }: Connection,
  memory: OpenMemory,
  signal: AbortSignal,
): Promise<Money> {
  if (esploras.length === 0) return noMoney;
  const { network, feeRateCeiling, dataBytesMax } = config;
  const { heads, isLeft } = memory;
  const depth = finalDepth(config.finality);
  const reading: CoinReading = {
    network,
    rpc,
    quorum,
    scanners,
    esploras,
    heads,
    finalDepth: depth,
    clock,
    signal,
    isLeft,
  };
  const [solver, vault] = [own.solver.key, own.vault.key];
  const rates = { feeRate: () => marketRate(memory, clock), feeRateMax: feeRateCeiling };
  if (solver === undefined || vault === undefined)
    return watchBalance(reading, own.solver.address, rates);
  return openSpend({
    ...reading,
    ...rates,
    solver,
    vault,
    finalizedHeight: () => Promise.resolve(finalHeight(heads.latest()?.value.height ?? 0, depth)),
    sweeps: memory.addresses?.sweeps,
    joinedMax: fillsMax(dataBytesMax),
  });
}

/** The solver's satoshi: what another process shares goes before what was read here. */
function spendableOf(
  { isLeft, balances }: ChainMemory,
  own: bigint | undefined,
  now: number,
): Observed<bigint> | undefined {
  return isLeft() || own === undefined
    ? balances.spendable(bitcoinCodec.nativeCurrency)
    : { value: own, observedAt: now };
}

/** Satoshi for a thousand virtual bytes; undefined while it is not known, or too old. */
function marketRate({ fees }: ChainMemory, clock: () => number): bigint | undefined {
  const market = fees.market();
  return market === undefined || ageOf(market, clock()) > feeAgeMsMax ? undefined : market.value;
}

function assembleDeposits(
  { config, assets, own, esploras, clock }: Connection,
  memory: OpenMemory,
): Deposits {
  const [{ symbol, address: currency }] = assets;
  const addresses = memory.addresses?.deposits;
  const deposits = createDeposits({
    chainId: config.id,
    network: config.network,
    symbol,
    currency,
    esploras,
    chainName: config.displayName ?? config.name,
    vault: own.vault.address,
    solver: own.solver.address,
    feeRate: () => marketRate(memory, clock),
  });
  return addresses === undefined ? deposits : { ...deposits, addresses };
}

function assembleChain(connection: Connection, memory: OpenMemory, money: Money): Chain {
  const { config, quorum, esploras, clock } = connection;
  const { network } = config;
  const { spend, vault, balance, coins } = money;
  const { reports } = connection;
  const warnings = [
    ...(reports.warnings ?? []),
    ...(esploras.length === 0 ? [withoutEsplora] : []),
    ...money.unlisted().map(unlistedWarning),
  ];
  return {
    ...chainFacts(connection),
    observe: assembleObserve(connection, memory),
    ...reports,
    ...(esploras.length === 0 ? {} : { deposit: assembleDeposits(connection, memory) }),
    ...(spend === undefined || vault === undefined ? {} : { spend, vault }),
    ...(coins === undefined ? {} : { coins }),
    ...(warnings.length === 0 ? {} : { warnings }),
    balances: createBalances({
      network,
      quorum,
      esploras,
      own: money,
      spendable: () => spendableOf(memory, balance(), clock()),
    }),
    share: () => memory.share(balance()),
    gas: assembleGas(connection, memory),
    recipients: createRecipients(network),
    owners: createOwners(network),
  };
}

function assembleObserve(
  { config, own, rpc, quorum, esploras }: Connection,
  { heads, tip, addresses }: OpenMemory,
): Observe {
  const { network } = config;
  const accounts: Accounts = { network, vault: own.vault.address, solver: own.solver.address };
  const observedEvents = createObservedEvents();
  const depth = finalDepth(config.finality);
  return {
    updates: createUpdates({
      heads,
      rpc,
      quorum,
      accounts,
      observedEvents,
      startHeight: config.startHeight ?? 0,
      finalDepth: depth,
      onBlock: addresses?.blocks.keep,
    }),
    trace: createTrace({ rpc, accounts }),
    confirm: createConfirm({
      quorum,
      accounts,
      finalDepth: depth,
      observedEvents,
      ...(esploras.length === 0
        ? {}
        : {
            witness: {
              ask: createWitness(esploras),
              fromDepth: leastDepth(config.finality, depth) + 1,
            },
          }),
    }),
    ...(esploras.length === 0 ? {} : { unconfirmed: createUnconfirmed({ accounts, esploras }) }),
    tip: () => tip.latest(),
  };
}

function assembleGas({ config }: Connection, { fees }: ChainMemory): Gas {
  return {
    estimate: (operation) => {
      const [market, size] = [fees.market(), operationSize(operation, config.network)];
      return market === undefined
        ? undefined
        : { value: feeOf(market.value, size), observedAt: market.observedAt };
    },
    pausedReason: () => pausedReason(fees.market()?.value, config.feeRateCeiling),
  };
}
