import {
  bytesToHex,
  fromZod,
  hexToBytes,
  isPortageError,
  PortageError,
  type Chain,
  type Spend,
} from '@portage/core';
import {
  createFinality,
  createRefresh,
  createRpc,
  createObservedDeposits,
  openEndpoints,
  type Rpc,
  strictestRule,
} from '@portage/chain-kit';
import { evmCodec } from '@portage/evm/codec';
import { selectors } from '@portage/evm/abi';
import { addressWord } from '@portage/evm/abi';
import {
  evmChainConfigSchema,
  type EvmChainConfig,
  type EvmPermitConfig,
  type ParsedChainConfig,
} from './chainConfig.js';
import { chainInfo, readAssets } from './chainInfo.js';
import { createBalances } from './createBalances.js';
import { permit2 } from '@portage/evm/contracts';
import { createCheckRecipient } from './createCheckRecipient.js';
import { checkDomains } from './deposit/checkDomains.js';
import { createDepositAddresses } from './deposit/createDepositAddresses.js';
import { createDeposits } from './deposit/createDeposits.js';
import { createRawCalls } from './deposit/createRawCalls.js';
import { createReadNonce } from './deposit/createReadNonce.js';
import { createFees, expectedPrice, policyFees, type Fees } from './gas/createFees.js';
import { gasUnits } from './gas/gasUnits.js';
import { createConfirm, createTrace } from './observe/createConfirm.js';
import { createFinalized } from './observe/createFinalized.js';
import { createHeads, type Heads } from './observe/createHeads.js';
import { createMayHold } from './observe/createMayHold.js';
import { createUpdates } from './observe/createUpdates.js';
import { selfCheck } from './selfCheck.js';
import { createServiceCodec } from './createServiceCodec.js';
import { createKeccakHash, type Keccak } from './hash/createKeccakHash.js';
import { createKey, type Key } from './spend/createKey.js';
import { createOrderCalls } from './spend/createOrderCalls.js';
import { createSpend } from './spend/createSpend.js';
import { depositRequest } from './spend/simulatedDeposit.js';
import { createWithdrawals } from './spend/createWithdrawals.js';
import { ensureAllowances } from './spend/ensureAllowances.js';
import { openMarkets } from './openMarkets.js';

/** A node that is asked too often, or that does not serve for the moment. */
const busyCodes = [-32005, -32016, 429];
const afterHeadMs = 20;

const noSimulations =
  'Deposits without gas (originGasOverhead) are not offered: the endpoint does not know eth_simulateV1.';

/**
 * Connects to an EVM chain: checks every endpoint and contract, fills the memory, lets the filler
 * take the solver's tokens, and follows the chain until the signal aborts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export async function openEvmChain(input: EvmChainConfig, signal: AbortSignal): Promise<Chain> {
  const failed = new AbortController();
  try {
    return await openConfigured(readConfig(input), AbortSignal.any([signal, failed.signal]));
  } catch (error) {
    // What was started already stops with the failure, so that nothing keeps the process alive.
    failed.abort();
    throw error;
  }
}

async function openConfigured(configured: ParsedChainConfig, signal: AbortSignal): Promise<Chain> {
  const keccak = await createKeccakHash();
  const solver =
    configured.solverPrivateKey === undefined
      ? undefined
      : createKey(configured.solverPrivateKey, keccak);
  const allocator =
    configured.allocatorPrivateKey === undefined
      ? undefined
      : createKey(configured.allocatorPrivateKey, keccak);
  const { endpoints, quorum } = openEndpoints(configured, signal);
  const { depository, filler, callRunner, multicall3, router, approvalProxy, depositAddresses } =
    configured.contracts;
  const plans =
    router === undefined || approvalProxy === undefined ? undefined : { router, approvalProxy };
  const ours = [depository, filler, callRunner, router, approvalProxy, depositAddresses].filter(
    (contract) => contract !== undefined,
  );
  const watched = { depository, filler, router };
  const tokenAddresses = readAssets(configured)
    .slice(1)
    .map((token) => token.address);
  await selfCheck(
    {
      endpoints,
      chainId: configured.id,
      depository,
      contracts: [...ours, ...tokenAddresses],
      tokens: readAssets(configured).slice(1),
      allocator: allocator?.address,
      plans,
      depositAddresses,
    },
    signal,
  );

  const rpc = createRpc(endpoints, { busyCodes: busyCodes });
  const { config, takesSimulations, warnings } = await checkAbilities(
    configured,
    { rpc, keccak },
    signal,
  );
  const assets = readAssets(config);
  const [native, ...tokens] = assets;
  const { clock, feeCeiling } = config;
  const heads = createHeads({
    rpc,
    wsUrl: config.wsUrl,
    pollMs: config.pollMs,
    timeoutMs: config.timeoutMs,
    clock,
    signal,
  });
  const observedDeposits = createObservedDeposits();
  const finalizedHeight = createFinalized(rpc, heads, clock, signal);
  const market = createFees({ ceiling: feeCeiling, clock });
  const balances = createBalances({ rpc, assets, solver: solver?.address, clock });
  await createRefresh({
    rpc,
    heads,
    parts: [market, balances],
    afterHeadMs: afterHeadMs,
    clock,
    signal,
  });
  const fees = (): Fees | undefined => {
    const now = market.market();
    return now === undefined ? undefined : policyFees(now.value, feeCeiling);
  };
  const markets = await openMarkets({ config, rpc, heads }, signal);
  const parts = { config, rpc, heads, keccak, fees, quorum };
  const spend =
    solver === undefined || allocator === undefined
      ? undefined
      : await openSpend(parts, { solver, allocator, tokens: tokenAddresses }, signal);

  return {
    id: config.id,
    slug: config.slug,
    vm: 'evm',
    codec: createServiceCodec(keccak),
    native,
    assets,
    info: chainInfo(config, assets, solver?.address),
    extraData: `0x${addressWord(filler)}`,
    secondsPerPayment: config.secondsPerPayment,
    observe: {
      updates: createUpdates({
        heads,
        rpc,
        contracts: watched,
        mayHold: createMayHold(watched, keccak),
        startHeight: config.startHeight,
        finalizedHeight,
        observedDeposits,
      }),
      trace: createTrace(rpc, watched),
      confirm: createConfirm(rpc, watched, quorum, observedDeposits),
      tip: () => heads.latest(),
    },
    finality: createFinality(config.finality),
    deposit: createDeposits({
      chainId: config.id,
      chainName: config.displayName ?? config.name,
      depository,
      addresses:
        depositAddresses === undefined
          ? undefined
          : createDepositAddresses({
              rpc,
              factory: depositAddresses,
              tokens: tokens
                .filter((token) => token.supportsBridging)
                .map((token) => token.address),
            }),
      rawCalls:
        spend === undefined || !takesSimulations
          ? undefined
          : createRawCalls({
              chainId: config.id,
              denied: [...deniedTargets(config, [solver, allocator]), ...tokenAddresses],
              rpc,
              keccak,
            }),
      plans: plans === undefined ? undefined : { ...plans, keccak },
      permits: { tokens: permitsOf(config), readNonce: createReadNonce(rpc) },
      symbolOf: (currency) =>
        assets.find((asset) => asset.address === currency)?.symbol ?? currency,
      fees,
    }),
    ...(spend === undefined
      ? {}
      : {
          spend,
          calls: createOrderCalls({
            chainId: config.id,
            denied: deniedTargets(config, [solver, allocator]),
            rpc,
            keccak,
          }),
        }),
    ...markets,
    ...(warnings.length === 0 ? {} : { warnings }),
    balances: {
      read: (account, currency, stop) => balances.read(account, currency, stop),
      spendable: (currency) => balances.spendable(currency),
    },
    gas: {
      estimate: (operation) => {
        const now = market.market();
        return now === undefined
          ? undefined
          : { value: gasUnits(operation) * expectedPrice(now.value), observedAt: now.observedAt };
      },
    },
    checkRecipient: createCheckRecipient([
      ...ours,
      ...tokenAddresses,
      ...(multicall3 === undefined ? [] : [multicall3]),
    ]),
  };
}

interface Abilities {
  /** Without permits that could not be used. */
  readonly config: ParsedChainConfig;
  readonly takesSimulations: boolean;
  /** A sentence about each thing that is left off. */
  readonly warnings: readonly string[];
}

async function checkAbilities(
  configured: ParsedChainConfig,
  tools: { readonly rpc: Rpc; readonly keccak: Keccak },
  signal: AbortSignal,
): Promise<Abilities> {
  const { config, warnings } = await checkPermits(configured, tools, signal);
  const takesSimulations = await canSimulate(tools.rpc, config.contracts.depository, signal);
  return {
    config,
    takesSimulations,
    warnings: takesSimulations ? warnings : [...warnings, noSimulations],
  };
}

/** A call of a payer's account is made only when the node has shown what deposit comes of it. */
async function canSimulate(rpc: Rpc, depository: string, signal: AbortSignal): Promise<boolean> {
  const [reply] = await rpc.ask(
    [depositRequest({ to: depository, data: selectors.allocator })],
    signal,
  );
  return reply?.ok === true;
}

/** The configuration without permits that could not be used, and a sentence about each. */
async function checkPermits(
  config: ParsedChainConfig,
  { rpc, keccak }: { readonly rpc: Rpc; readonly keccak: Keccak },
  signal: AbortSignal,
): Promise<{ readonly config: ParsedChainConfig; readonly warnings: readonly string[] }> {
  const { approvalProxy } = config.contracts;
  const configured = permitsOf(config);
  if (approvalProxy === undefined || configured.size === 0) return { config, warnings: [] };
  const { tokens, warnings } = await checkDomains(
    { chainId: config.id, approvalProxy, tokens: configured, rpc, keccak },
    signal,
  );
  const assets = config.assets.map((asset) =>
    asset.permit === undefined || tokens.has(evmCodec.normalizeAddress(asset.address))
      ? asset
      : { ...asset, permit: undefined, supportsPermit: false },
  );
  return { config: { ...config, assets }, warnings };
}

/** How tokens are taken with a signature, by their address. */
function permitsOf({ assets }: ParsedChainConfig): ReadonlyMap<string, EvmPermitConfig> {
  return new Map(
    assets.flatMap(({ address, permit }) =>
      permit === undefined ? [] : [[evmCodec.normalizeAddress(address), permit] as const],
    ),
  );
}

/**
 * What no call of an order may reach, and what may sign no delegation of one: everything that holds
 * or moves money for us.
 */
function deniedTargets(
  { contracts }: ParsedChainConfig,
  keys: readonly (Key | undefined)[],
): readonly string[] {
  const ours = Object.entries(contracts).flatMap(([name, address]) =>
    name === 'multicall3' || typeof address !== 'string' ? [] : [address],
  );
  return [permit2, ...ours, ...keys.flatMap((key) => key?.address ?? [])].map((address) =>
    address.toLowerCase(),
  );
}

interface Parts {
  readonly config: ParsedChainConfig;
  readonly rpc: Rpc;
  readonly heads: Heads;
  readonly keccak: Keccak;
  readonly fees: () => Fees | undefined;
  readonly quorum: number;
}

async function openSpend(
  parts: Parts,
  wallet: { readonly solver: Key; readonly allocator: Key; readonly tokens: readonly string[] },
  signal: AbortSignal,
): Promise<Spend> {
  const { config, rpc, heads, keccak, quorum } = parts;
  const { depository, filler } = config.contracts;
  const { solver, allocator, tokens } = wallet;
  const chainId = config.id;
  const fees = (): Fees => {
    const known = parts.fees();
    if (known === undefined)
      throw new PortageError('PRICE_FETCH_FAILED', {
        message: `The gas price of ${config.name} is not known yet.`,
      });
    return known;
  };
  await ensureAllowances(
    { rpc, chainId, solver, filler, tokens, keccak, fees, clock: config.clock },
    signal,
  );
  const rule = strictestRule(config.finality);
  const finalBlock = (): 'finalized' | number => {
    const tip = heads.latest()?.value.height;
    return rule === 'finalized' || tip === undefined ? 'finalized' : Math.max(0, tip - rule + 1);
  };
  const withdrawals = createWithdrawals({
    chainId,
    depository,
    allocator,
    keccak,
    clock: config.clock,
  });
  return createSpend({
    rpc,
    chainId,
    filler,
    depository,
    solver,
    withdrawals,
    keccak,
    fees,
    feeCeiling: config.feeCeiling,
    quorum,
    finalBlock,
  });
}

function readConfig(input: EvmChainConfig): ParsedChainConfig {
  const parsed = evmChainConfigSchema.safeParse(input);
  if (!parsed.success) throw fromZod(parsed.error, 'INVALID_CONFIGURATION');
  const config = parsed.data;
  if ((config.contracts.router === undefined) !== (config.contracts.approvalProxy === undefined)) {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${config.name}: contracts.router and contracts.approvalProxy belong together.`,
    });
  }
  try {
    return { ...config, contracts: lowerCase(config.contracts) };
  } catch (error) {
    if (!isPortageError(error, 'INVALID_ADDRESS')) throw error;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${config.name}: ${error.message}`,
      cause: error,
    });
  }
}

function lowerCase(contracts: ParsedChainConfig['contracts']): ParsedChainConfig['contracts'] {
  const canonical = (address: string): string =>
    bytesToHex(hexToBytes(evmCodec.normalizeAddress(address)));
  const { depository, filler, ...others } = contracts;
  const named = Object.entries(others).flatMap(([name, address]) =>
    address === undefined ? [] : [[name, canonical(address)] as const],
  );
  return {
    depository: canonical(depository),
    filler: canonical(filler),
    ...Object.fromEntries(named),
  };
}
