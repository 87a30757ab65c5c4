import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { bytesToHex, PortageError } from '@portage/core';
import type { BitcoinControls } from './bitcoin/control/createBitcoinControls.js';
import type { BitcoinSettings, OpenBitcoinChain } from './bitcoin/openBitcoinChain.js';
import type { ExchangeControls } from './exchange/control/createExchangeControls.js';
import type { ExchangeSettings, OpenExchangeChain } from './exchange/openExchangeChain.js';
import { deriveRoles, deriveUsers } from './contracts/deriveAccounts.js';
import { startBridge } from './bridge/startBridge.js';
import type { Controls } from './control/createControls.js';
import type { AnyControls } from './control/routes.js';
import { startControlServer } from './control/startControlServer.js';
import { describeService } from './describeService.js';
import { descriptionPath, writeDescription, type DevnetDescription } from './description.js';
import { snapshotDir as defaultSnapshotDir } from './genesis/keepSnapshot.js';
import type { NodeClient } from './node/connect.js';
import { openProcessRecord } from './node/processRecord.js';
import { startGuard } from './node/startGuard.js';
import { openChain, type DevnetVm, type OpenChain } from './openChain.js';
import type { OpenEvmChain } from './openEvmChain.js';
import type { SolanaControls } from './solana/control/createSolanaControls.js';
import type { OpenSolanaChain, SolanaSettings } from './solana/openSolanaChain.js';

/** Chain to run. */
export interface ChainOption {
  /** VM of the chain; by default `evm`. There is at most one chain of each other VM. */
  readonly vm?: DevnetVm;
  readonly id: number;
  readonly slug: string;
  readonly name: string;
}

/** Options of a devnet; everything has a default. */
export interface DevnetOptions {
  /**
   * Directory of `devnet.json` and the list of processes; by default a temporary one that `close`
   * removes.
   */
  readonly dataDir?: string;
  /**
   * Chains; by default `devnetChains`, which are Base (8453), OP Mainnet (10), Solana (792703809),
   * Bitcoin (8253038) and the exchange (3586256).
   */
  readonly chains?: readonly ChainOption[];
  /** Seconds between blocks of EVM chains, fractions included; by default 1. */
  readonly blockTimeSeconds?: number;
  /**
   * Wanted port of each chain, in order; a taken one is replaced by a free one. By default 8545,
   * 8546, … and 8899 for Solana, which takes the next one too, 18443 for Bitcoin, and 8600 for the
   * exchange.
   */
  readonly ports?: readonly number[];
  /** Wanted port of the controls; by default 8544. */
  readonly controlPort?: number;
  /** Number of funded user accounts; by default 10. */
  readonly accounts?: number;
  /** Gas limit of a block; by default 300,000,000, some thousand transfers. */
  readonly gasLimit?: bigint;
  /**
   * Slots in an epoch: a block is finalized when twice as many blocks follow it. By default 1, so
   * reorgs deeper than 2 take back finalized blocks.
   */
  readonly slotsInAnEpoch?: number;
  /** Settings of the Solana chain. */
  readonly solana?: SolanaSettings;
  /** Settings of the Bitcoin chain. */
  readonly bitcoin?: BitcoinSettings;
  /** Settings of the perpetuals exchange. */
  readonly exchange?: ExchangeSettings;
  /**
   * Folder in which first blocks of EVM chains are kept, to be used again; by default one beside
   * the installed packages.
   */
  readonly snapshotDir?: string;
  /** Called with each progress message, a sentence at a time. */
  readonly log?: (message: string) => void;
}

/**
 * Running chains. Members with a chain id throw PortageError `UNSUPPORTED_CHAIN` for an unknown
 * chain. Those from `reorg` on, except for mining and the clock, are for EVM chains.
 */
export interface Devnet {
  /** Id, random for each start. */
  readonly id: `0x${string}`;
  readonly dataDir: string;
  /** Path of `devnet.json`. */
  readonly file: string;
  /** Contents of `devnet.json`. */
  readonly description: DevnetDescription;
  /** Process ids of the nodes. */
  readonly pids: readonly number[];
  /** viem client of an EVM chain, with anvil's own methods. */
  client(chainId: number): NodeClient;
  /** Further controls of the Solana chain. */
  solana(): SolanaControls;
  /** Further controls of the Bitcoin chain. */
  bitcoin(): BitcoinControls;
  /** Further controls of the perpetuals exchange. */
  exchange(): ExchangeControls;
  /**
   * Gives native currency and USDC, in smallest units; returns the transactions once they are in a
   * block.
   */
  faucet(chainId: number, ...request: Parameters<Controls['faucet']>): Promise<readonly string[]>;
  /** Mines blocks now; by default 1. */
  mine(chainId: number, blocks?: number): Promise<void>;
  /** Replaces the newest `depth` blocks by others, which hold only the given transactions. */
  reorg(
    chainId: number,
    depth: number,
    transactions?: Parameters<Controls['reorg']>[1],
  ): Promise<void>;
  /** Drops a pending transaction. */
  dropTransaction(chainId: number, hash: `0x${string}`): Promise<void>;
  /** Stops mining until `resumeMining`, except through `mine`. */
  pauseMining(chainId: number): Promise<void>;
  resumeMining(chainId: number): Promise<void>;
  /** Moves the time of future blocks forward for good, and mines one. */
  shiftClock(chainId: number, seconds: number): Promise<void>;
  /** Base fee of the next block, in wei. */
  setBaseFee(chainId: number, weiPerGas: bigint): Promise<void>;
  snapshot(chainId: number): Promise<`0x${string}`>;
  revert(chainId: number, snapshot: `0x${string}`): Promise<void>;
  /** Writes the service's URL to `devnet.json`, or removes it. */
  setServiceUrl(url: string | undefined): Promise<void>;
  /** Ends every process of the devnet. */
  readonly close: () => Promise<void>;
}

/** Bitcoin on a devnet. */
export const bitcoinDevnetChain: ChainOption = {
  vm: 'bvm',
  id: 8253038,
  slug: 'bitcoin',
  name: 'Bitcoin',
};

/** The perpetuals exchange on a devnet. */
export const exchangeDevnetChain: ChainOption = {
  vm: 'lvm',
  id: 3586256,
  slug: 'lighter',
  name: 'Lighter',
};

/** Chains of a devnet by default. */
export const devnetChains: readonly ChainOption[] = [
  { id: 8453, slug: 'base', name: 'Base' },
  { id: 10, slug: 'optimism', name: 'OP Mainnet' },
  { vm: 'svm', id: 792703809, slug: 'solana', name: 'Solana' },
  bitcoinDevnetChain,
  exchangeDevnetChain,
];

const defaultEvmPort = 8545;
const defaultPorts = { svm: 8899, bvm: 18443, lvm: 8600 } as const;

/**
 * Starts real nodes with Portage's contracts, tokens and funded accounts, and writes `devnet.json`.
 * Chains are new at each start, so data that a service keeps about a devnet belongs to one
 * `devnetId` only.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED`, `SERVICE_UNAVAILABLE`, `INVALID_CONFIGURATION`
 * @example
 * ```ts
 * const devnet = await createDevnet();
 * await devnet.faucet(8453, '0x00000000000000000000000000000000000000aa', { usdc: 5_000_000n });
 * await devnet.close();
 * ```
 */
export async function createDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const dataDir =
    options.dataDir === undefined
      ? await mkdtemp(join(tmpdir(), 'portage-devnet-'))
      : resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const record = openProcessRecord(dataDir);
  const guard = startGuard();
  const closers: (() => Promise<void>)[] = [
    async () => guard.close(),
    async () => {
      record.release();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true });
      else await rm(descriptionPath(dataDir), { force: true });
    },
  ];
  let closed: Promise<void> | undefined;
  const close = (): Promise<void> => {
    closed ??= (async () => {
      for (const closer of closers) await closer();
    })();
    return closed;
  };
  try {
    const chains = await openChains(options, { dataDir, record, guard, closers });
    return await assemble(options, { dataDir, chains, closers, close });
  } catch (error) {
    await close();
    throw error;
  }
}

interface ChainSettings extends Pick<
  Parameters<typeof openChain>[0],
  'dataDir' | 'record' | 'guard'
> {
  readonly closers: (() => Promise<void>)[];
}

interface OpenChains {
  readonly devnetId: `0x${string}`;
  readonly open: readonly OpenChain[];
  readonly roles: ReturnType<typeof deriveRoles>;
  readonly users: ReturnType<typeof deriveUsers>;
}

async function openChains(
  options: DevnetOptions,
  { closers, ...settings }: ChainSettings,
): Promise<OpenChains> {
  const {
    chains = devnetChains,
    blockTimeSeconds = 1,
    ports = [],
    accounts = 10,
    gasLimit = 300_000_000n,
    slotsInAnEpoch = 1,
    solana = {},
    bitcoin = {},
    exchange = {},
    snapshotDir = defaultSnapshotDir,
  } = options;
  requireSingle(chains, 'svm', 'Solana');
  requireSingle(chains, 'bvm', 'Bitcoin');
  requireSingle(chains, 'lvm', 'the exchange');
  if (!(blockTimeSeconds > 0))
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The block time must be positive.',
    });
  const devnetId = bytesToHex(randomBytes(32));
  const roles = deriveRoles();
  const users = deriveUsers(accounts);
  const openOne = async (option: ChainOption, depositChain?: OpenEvmChain): Promise<OpenChain> => {
    const { vm = 'evm', ...chain } = option;
    const index = chains.indexOf(option);
    const port = ports[index] ?? (vm === 'evm' ? defaultEvmPort + index : defaultPorts[vm]);
    const opened = await openChain({
      vm,
      ...chain,
      ...settings,
      devnetId,
      roles,
      users,
      blockTimeSeconds,
      gasLimit,
      slotsInAnEpoch,
      snapshotDir,
      solana,
      bitcoin,
      exchange,
      depositChain,
      port,
    });
    closers.unshift(opened.close);
    options.log?.(`${chain.name} (${chain.id}) at ${opened.description.rpcUrl}`);
    return opened;
  };
  // The exchange takes its deposits on an EVM chain, which must be there before.
  const open = await allOf(
    chains.filter(({ vm }) => vm !== 'lvm').map((option) => openOne(option)),
  );
  const depositChain = open.find((chain) => chain.vm === 'evm');
  const later = chains.filter(({ vm }) => vm === 'lvm');
  const exchanges = await allOf(later.map((option) => openOne(option, depositChain)));
  return { devnetId, open: [...open, ...exchanges], roles, users };
}

/** Waits until all have ended, and then fails as the first that failed. */
async function allOf<Value>(work: readonly Promise<Value>[]): Promise<readonly Value[]> {
  return (await Promise.allSettled(work)).map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** @throws PortageError `INVALID_CONFIGURATION` when two chains have a VM of which there is one */
function requireSingle(chains: readonly ChainOption[], wanted: DevnetVm, name: string): void {
  if (chains.filter(({ vm }) => vm === wanted).length > 1)
    throw new PortageError('INVALID_CONFIGURATION', { message: `Only one chain can be ${name}.` });
}

interface Parts {
  readonly dataDir: string;
  readonly chains: OpenChains;
  readonly closers: (() => Promise<void>)[];
  readonly close: () => Promise<void>;
}

async function assemble(
  options: DevnetOptions,
  { dataDir, chains: { devnetId, open, roles, users }, closers, close }: Parts,
): Promise<Devnet> {
  const find = (chainId: number): OpenChain => {
    const chain = open.find(({ description: { id } }) => id === chainId);
    if (chain === undefined)
      throw new PortageError('UNSUPPORTED_CHAIN', {
        message: `Chain ${chainId} is not part of this devnet.`,
      });
    return chain;
  };
  const findEvm = (chainId: number): OpenEvmChain => {
    const chain = find(chainId);
    if (chain.vm !== 'evm')
      throw new PortageError('UNSUPPORTED_CHAIN', { message: `Chain ${chainId} is no EVM chain.` });
    return chain;
  };
  const controls = (chainId: number): AnyControls => find(chainId).controls;
  const evm = (chainId: number): Controls => findEvm(chainId).controls;
  let description: DevnetDescription;
  const server = await startControlServer({
    port: options.controlPort ?? 8544,
    controls,
    describe: () => description,
  });
  closers.unshift(server.close);
  closers.unshift(startBridge(open.filter((chain) => chain.vm === 'evm')));
  const chains = Object.fromEntries(
    open.map((chain) => [String(chain.description.id), chain.description]),
  );
  const configuration = describeService({ chains, roles });
  const known = { devnetId, chains, roles, configuration };
  description = { ...known, controlUrl: server.url, accounts: [...users] };
  await writeDescription(dataDir, description);
  options.log?.(`controls at ${server.url}`);
  return {
    id: devnetId,
    dataDir,
    file: descriptionPath(dataDir),
    get description() {
      return description;
    },
    pids: open.map(({ pid }) => pid),
    client: (chainId) => findEvm(chainId).client,
    solana: () => findSolana(open).controls,
    bitcoin: () => findBitcoin(open).controls,
    exchange: () => findExchange(open).controls,
    faucet: async (chainId, ...request) => controls(chainId).faucet(...request),
    mine: async (chainId, blocks = 1) => controls(chainId).mine(blocks),
    reorg: async (chainId, depth, transactions = []) => evm(chainId).reorg(depth, transactions),
    dropTransaction: async (chainId, hash) => evm(chainId).dropTransaction(hash),
    pauseMining: async (chainId) => controls(chainId).pauseMining(),
    resumeMining: async (chainId) => controls(chainId).resumeMining(),
    shiftClock: async (chainId, seconds) => controls(chainId).shiftClock(seconds),
    setBaseFee: async (chainId, weiPerGas) => evm(chainId).setBaseFee(weiPerGas),
    snapshot: async (chainId) => evm(chainId).snapshot(),
    revert: async (chainId, snapshot) => evm(chainId).revert(snapshot),
    setServiceUrl: async (url) => {
      description = { ...description, serviceUrl: url };
      await writeDescription(dataDir, description);
    },
    close,
  };
}

function findSolana(open: readonly OpenChain[]): OpenSolanaChain {
  const chain = open.find(({ vm }) => vm === 'svm');
  if (chain?.vm !== 'svm')
    throw new PortageError('UNSUPPORTED_CHAIN', { message: 'This devnet runs without Solana.' });
  return chain;
}

function findBitcoin(open: readonly OpenChain[]): OpenBitcoinChain {
  const chain = open.find(({ vm }) => vm === 'bvm');
  if (chain?.vm !== 'bvm')
    throw new PortageError('UNSUPPORTED_CHAIN', { message: 'This devnet runs without Bitcoin.' });
  return chain;
}

function findExchange(open: readonly OpenChain[]): OpenExchangeChain {
  const chain = open.find(({ vm }) => vm === 'lvm');
  if (chain?.vm !== 'lvm')
    throw new PortageError('UNSUPPORTED_CHAIN', {
      message: 'This devnet runs without the exchange.',
    });
  return chain;
}
