import type { Chain, Observe } from '@portage/core/chain';
import {
  connectChain,
  createEndpoint,
  createFinality,
  openWhole,
  type Endpoint,
  type EndpointLimits,
} from '@portage/chain-kit';
import { addressWord } from '@portage/evm/abi';
import type { Allocator, ChainEnvironment, FamilyKeys, ChainFacts } from '@portage/core/plugin';
import type { ParsedChainConfig } from './chainConfig.js';
import {
  configuredContracts,
  openKeys,
  planContracts,
  serviceContracts,
  tokenAddresses,
  type ChainContext,
  type ChainKeys,
} from './chainContext.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { checkAbilities } from './checkAbilities.js';
import { createCheckRecipient } from './createCheckRecipient.js';
import { createReadMany } from './createReadMany.js';
import { createServiceCodec } from './createServiceCodec.js';
import { followChain, type ChainMemory } from './followChain.js';
import { findStartHeight } from './findStartHeight.js';
import { createOperationCost } from './gas/createOperationCost.js';
import { createKeccak } from './hash/createKeccak.js';
import { createConfirm } from './observe/createConfirm.js';
import { createTrace } from './observe/createTrace.js';
import { createLogsBloomFilter } from './observe/createLogsBloomFilter.js';
import { createReread } from './observe/createReread.js';
import { createSendFinder } from './observe/createSendFinder.js';
import { createUpdates } from './observe/createUpdates.js';
import { createBridgeEnd } from './bridge/createBridgeEnd.js';
import { openDeposits } from './openDeposits.js';
import { createOwners } from './owners/createOwners.js';
import { openMarkets } from './openMarkets.js';
import { openSpend } from './openSpend.js';
import { isPassingRefusal } from './rpc/isPassingRefusal.js';
import { createProbe } from './probeEndpoint.js';
import { splitLogRanges } from './rpc/splitLogRanges.js';
import { selfCheck, type SelfCheck } from './selfCheck.js';

/** Error codes of a node that is asked too often, or that does not serve for the moment. */
const busyCodes = [-32005, -32016, 429];

/**
 * Connects to an EVM chain: checks every endpoint and contract, fills the memory, and follows
 * the chain until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function openEvmChain(
  config: ParsedChainConfig,
  environment: ChainEnvironment,
): Promise<Chain> {
  return openWhole(environment, (own) => openConfigured(config, own));
}

/** Allocator on the key of the configuration. @throws PortageError `INVALID_CONFIGURATION` */
export async function openEvmAllocator(
  _: ParsedChainConfig,
  keys: FamilyKeys,
): Promise<Allocator | undefined> {
  return openKeys(keys, await createKeccak()).allocator;
}

/** Facts of an EVM chain by its settings. @throws PortageError `INVALID_CONFIGURATION` */
export async function describeEvmChain(
  config: ParsedChainConfig,
  familyKeys: FamilyKeys,
): Promise<ChainFacts> {
  const keccak = await createKeccak();
  const keys = openKeys(familyKeys, keccak);
  return chainFacts({ config, assets: readAssets(config), keys, keccak });
}

function chainFacts(
  context: Pick<ChainContext, 'config' | 'assets' | 'keys' | 'keccak'>,
): ChainFacts {
  const { config, assets, keys, keccak } = context;
  return {
    id: config.id,
    slug: config.slug,
    vm: 'evm',
    codec: createServiceCodec(keccak),
    native: assets[0],
    assets,
    info: chainInfo(config, assets, keys.solver?.address),
    extraData: `0x${addressWord(config.contracts.filler)}`,
    secondsPerPayment: config.secondsPerPayment,
    finality: createFinality(config.finality, config.exposureUsdMax),
    checkRecipient: createCheckRecipient(refusedRecipients(context)),
  };
}

async function openConfigured(
  configured: ParsedChainConfig,
  { signal, clock, log, keys: familyKeys, swapSources, shared, allocator }: ChainEnvironment,
): Promise<Chain> {
  const keccak = await createKeccak();
  const own = openKeys(familyKeys, keccak);
  const keys = { ...own, allocator: allocator ?? own.allocator };
  const wanted = describeSelfCheck(configured, keys);
  const { reports, ...connected } = await connectChain(configured, {
    signal,
    clock,
    log,
    busyCodes,
    check: (endpoint, stop) => selfCheck(endpoint, wanted, stop),
    connect: connectTo(configured, { clock, log }),
    passes: isPassingRefusal,
    probe: createProbe(configured.contracts.depository),
  });
  const { rpc, quorum } = connected;
  const startHeight = await findStartHeight({ config: configured, rpc, quorum, log }, signal);
  const abilities = await checkAbilities(configured, { rpc, keccak }, signal);
  const { config, takesSimulations, takesOverrides } = abilities;
  const context: ChainContext = { config, assets: readAssets(config), keys, keccak, ...connected };
  const memory = await followChain(context, signal, shared);
  const markets = await openMarkets(
    { config, rpc, quorum, heads: memory.heads, clock: context.clock, pluginSources: swapSources },
    signal,
  );
  const spending = await openSpend(context, { ...memory, takesOverrides }, signal);
  const takesGasless = spending !== undefined && takesSimulations;
  return {
    ...chainFacts(context),
    observe: openObserve(context, memory, startHeight),
    keepsTime: !config.devnet,
    ...reports,
    deposit: openDeposits(context, { takesGasless, fees: memory.fees }),
    ...spending,
    ...markets,
    ...bridgesOf(context),
    owners: createOwners({ quorum, keccak, multicall3: config.contracts.multicall3 }),
    ...warningsOf([...(reports.warnings ?? []), ...abilities.warnings]),
    share: memory.share,
    balances: openBalances(context, memory),
    gas: openGas(memory),
  };
}

/** Opens an endpoint that is asked for no more logs at once than it tells. */
function connectTo(
  { slug }: ParsedChainConfig,
  { clock, log }: Pick<ChainEnvironment, 'clock' | 'log'>,
): (url: string, limits: EndpointLimits) => Endpoint {
  return (url, limits) => {
    const endpoint = createEndpoint(url, limits);
    const context = { chain: slug, endpoint: endpoint.label };
    return splitLogRanges(endpoint, {
      clock: () => clock.now(),
      onBound: (blocks, words) =>
        log('an endpoint tells logs of fewer blocks at once', { ...context, blocks, words }),
    });
  };
}

function openBalances({ config, rpc }: ChainContext, { balances }: ChainMemory): Chain['balances'] {
  return {
    read: (account, currency, stop) => balances.read(account, currency, stop),
    readMany: createReadMany(rpc, config.contracts.multicall3),
    readAt: (account, height, stop) => balances.readAt(account, height, stop),
    spendable: (currency) => balances.spendable(currency),
    unreadable: (currency) => balances.unreadable(currency),
  };
}

function bridgesOf({ config, assets, keccak, quorum }: ChainContext): Pick<Chain, 'bridges'> {
  const { id: chainId, bridges } = config;
  const open = (bridge: (typeof bridges)[number]) =>
    createBridgeEnd({ chainId, bridge, assets, keccak, quorum });
  return bridges.length === 0 ? {} : { bridges: bridges.map(open) };
}

function warningsOf(warnings: readonly string[]): Pick<Chain, 'warnings'> {
  return warnings.length === 0 ? {} : { warnings };
}

function describeSelfCheck(config: ParsedChainConfig, { allocator }: ChainKeys): SelfCheck {
  const assets = readAssets(config);
  return {
    busyCodes,
    chainId: config.id,
    depository: config.contracts.depository,
    filler: config.contracts.filler,
    callRunner: config.contracts.callRunner,
    contracts: configuredContracts(config),
    tokens: assets.slice(1),
    allocator: allocator?.address,
    governance: config.governance,
    plans: planContracts(config),
    depositAddresses: config.contracts.depositAddresses,
  };
}

function openObserve(
  context: ChainContext,
  { heads, observedEvents, finalizedHeight, safeHeight }: ChainMemory,
  startHeight: number,
): Observe {
  const { config, keccak, rpc, quorum } = context;
  const { depository, filler, router } = config.contracts;
  const tokens = config.directDeposits ? tokenAddresses(context) : [];
  const contracts = { depository, filler, router, tokens };
  return {
    updates: createUpdates({
      heads,
      rpc,
      quorum,
      contracts,
      mayHoldLogs: createLogsBloomFilter(contracts, keccak),
      startHeight,
      finalizedHeight,
      safeHeight,
      observedEvents,
    }),
    trace: createTrace({ rpc, contracts, chainId: config.id, keccak }),
    confirm: createConfirm({ quorum, contracts, observedEvents, chainId: config.id, keccak }),
    reread: createReread({
      rpc,
      contracts,
      everyMs: config.rereadMs,
      blocksMax: config.rereadBlocks,
    }),
    sends: createSendFinder(rpc),
    tip: () => heads.latest(),
  };
}

function openGas(memory: ChainMemory): Chain['gas'] {
  const costOf = createOperationCost(memory);
  return {
    estimate: (operation) => costOf(operation),
    runsCode: (recipient) => memory.recipientGas.runsCode(recipient),
  };
}

/** Contracts that would keep a payment, lower case. */
function refusedRecipients(context: Pick<ChainContext, 'config' | 'assets'>): readonly string[] {
  const { multicall3 } = context.config.contracts;
  return [
    ...serviceContracts(context.config),
    ...tokenAddresses(context),
    ...(multicall3 === undefined ? [] : [multicall3]),
  ];
}
