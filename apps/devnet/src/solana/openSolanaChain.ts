import { createHash } from 'node:crypto';
import { depositoryProgram, fillerProgram, testPoolProgram } from '@portage/contracts/solana';
import { PortageError } from '@portage/core';
import { base58 } from '@scure/base';
import type { SolanaDevnetChain } from '../description.js';
import type { ProcessRecord } from '../node/processRecord.js';
import type { Guard } from '../node/startGuard.js';
import { createSolanaControls, type SolanaControls } from './control/createSolanaControls.js';
import { deriveSolanaAccounts, type SolanaAccounts } from './keys/deriveSolanaKeys.js';
import type { Keypair } from './keys/openKeyring.js';
import { initializePrograms, programAccounts } from './genesis/devnetPrograms.js';
import { devnetTestPools, openTestPools } from './genesis/openTestPools.js';
import { startSolanaNode } from './node/startSolanaNode.js';

/** Solana chain of a devnet while it runs. */
export interface OpenSolanaChain {
  readonly vm: 'svm';
  readonly description: SolanaDevnetChain;
  readonly controls: SolanaControls;
  /** Process id of the node. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Settings of the Solana chain; everything has a default. */
export interface SolanaSettings {
  /** Milliseconds between slots; by default 400. */
  readonly slotMs?: number;
  /** Number of following blocks that confirm a block; by default 1. */
  readonly confirmedAfter?: number;
  /** Number of following blocks that finalize a block, beyond the reach of a fork; by default 3. */
  readonly finalizedAfter?: number;
  /** Hash of the first block, as of a cluster that this one stands in for; by default drawn. */
  readonly genesisHash?: string;
  /** Mint of USDC, as of such a cluster; by default an own one. */
  readonly usdcMint?: string;
}

/** Options of the Solana chain. */
export interface SolanaChainOptions {
  readonly devnetId: string;
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly port: number;
  readonly users: number;
  readonly dataDir: string;
  readonly settings: SolanaSettings;
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

/**
 * Starts the chain with its token, its programs and its funded accounts.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `SERVICE_UNAVAILABLE`
 */
export async function openSolanaChain({
  devnetId,
  id,
  slug,
  name,
  users,
  settings,
  ...rest
}: SolanaChainOptions): Promise<OpenSolanaChain> {
  const pace = paceOf(settings);
  const { genesisHash, usdcMint } = settings;
  const seed =
    genesisHash === undefined
      ? createHash('sha256').update(devnetId).update(slug).digest('hex')
      : Buffer.from(base58.decode(genesisHash)).toString('hex');
  const keys = deriveSolanaAccounts(users, usdcMint);
  const accounts = programAccounts(keys.roles.owner);
  const node = await startSolanaNode({ ...rest, ...pace, seed, users, usdcMint, accounts });
  const rpcUrl = `http://127.0.0.1:${node.port}`;
  const controls = createSolanaControls(rpcUrl);
  try {
    await initializePrograms(rpcUrl, id, keys.roles);
    await openTestPools(rpcUrl, keys);
    // The chain's first state is final at every commitment.
    await controls.mine(pace.finalizedAfter);
  } catch (error) {
    await node.close();
    throw error;
  }
  return {
    vm: 'svm',
    description: {
      vm: 'svm',
      id,
      slug,
      name,
      rpcUrl,
      wsUrl: `ws://127.0.0.1:${node.wsPort}`,
      blockTimeSeconds: pace.slotMs / 1000,
      genesisHash: node.genesisHash,
      ...describeKeys(keys),
    },
    controls,
    pid: node.pid,
    close: () => node.close(),
  };
}

/** Settings of time, with their defaults. */
type Pace = Required<Pick<SolanaSettings, 'slotMs' | 'confirmedAfter' | 'finalizedAfter'>>;

/** Settings with their defaults. @throws PortageError `INVALID_CONFIGURATION` */
function paceOf(settings: SolanaSettings): Pace {
  const { slotMs = 400, confirmedAfter = 1, finalizedAfter = 3 } = settings;
  const isSound =
    slotMs > 0 &&
    [confirmedAfter, finalizedAfter].every(Number.isInteger) &&
    confirmedAfter >= 1 &&
    finalizedAfter >= confirmedAfter;
  if (!isSound)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'Slots take some time, and blocks are finalized no sooner than they are confirmed.',
    });
  return { slotMs, confirmedAfter, finalizedAfter };
}

function describeKeys(
  keys: SolanaAccounts,
): Pick<SolanaDevnetChain, 'programs' | 'tokens' | 'testPools' | 'accounts' | 'roles'> {
  const { solver, allocator, owner, guardian, faucet, addresses } = keys.roles;
  return {
    programs: { depository: depositoryProgram.address, filler: fillerProgram.address },
    tokens: { usdc: { address: keys.usdc.address, decimals: 6, symbol: 'USDC', name: 'USD Coin' } },
    testPools: {
      program: testPoolProgram.address,
      tokens: {
        port: { address: keys.port.address, decimals: 6, symbol: 'PORT', name: 'Test Port' },
      },
      pools: devnetTestPools(keys).map(({ address, mints, vaults, feeBps }) => ({
        address,
        feeBps: Number(feeBps),
        mints: [...mints],
        vaults: [...vaults],
      })),
    },
    accounts: keys.users.map(describe),
    roles: {
      solver: describe(solver),
      allocator: describe(allocator),
      owner: describe(owner),
      guardian: describe(guardian),
      faucet: describe(faucet),
      addresses: describe(addresses),
    },
  };
}

function describe({ address, secretKey }: Keypair): {
  readonly address: string;
  readonly secretKey: string;
} {
  return { address, secretKey: base58.encode(secretKey) };
}
