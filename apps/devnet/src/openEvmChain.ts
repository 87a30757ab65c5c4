import type { Hex } from 'viem';
import { deriveBridgeRelayer, type DevnetAccount, type Role } from './contracts/deriveAccounts.js';
import { testMnemonic } from './contracts/testMnemonic.js';
import {
  bridgedToken,
  deployContracts,
  testTokens,
  type Deployment,
} from './contracts/deployContracts.js';
import { deployUniswap, type Uniswap } from './contracts/uniswap/deployUniswap.js';
import { placeCode, type CanonicalContracts } from './contracts/vendored/placeCode.js';
import { bridgeRelayerEther, fundAccounts, genesisEther } from './contracts/fundAccounts.js';
import { createControls, type Controls } from './control/createControls.js';
import { createFaucet } from './control/createFaucet.js';
import { createMiner, minesByItself } from './control/createMiner.js';
import type { EvmDevnetChain } from './description.js';
import { connect, type NodeClient } from './node/connect.js';
import type { ProcessRecord } from './node/processRecord.js';
import type { Guard } from './node/startGuard.js';
import { startNode } from './node/startNode.js';

/** EVM chain of a devnet while it runs. */
export interface OpenEvmChain {
  readonly vm: 'evm';
  readonly description: EvmDevnetChain;
  readonly client: NodeClient;
  readonly controls: Controls;
  /** Process id of the node. */
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Options of an EVM chain. */
export interface EvmChainOptions {
  readonly devnetId: Hex;
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly port: number;
  readonly dataDir: string;
  readonly blockTimeSeconds: number;
  readonly gasLimit: bigint;
  readonly slotsInAnEpoch: number;
  readonly roles: Readonly<Record<Role, DevnetAccount>>;
  readonly users: readonly DevnetAccount[];
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

const clockAttemptsMax = 20;

/**
 * Sets a node's clock to the system's, which deadlines refer to. The node counts on from its
 * genesis, which is as old as its start took. It keeps the difference in whole seconds, so the
 * second must be the same until it is set.
 */
async function setClock(client: NodeClient): Promise<void> {
  const now = (): number => Math.floor(Date.now() / 1000);
  for (let attempt = 0; attempt < clockAttemptsMax; attempt += 1) {
    const second = now();
    await client.request({ method: 'evm_setTime', params: [`0x${second.toString(16)}`] });
    if (now() === second) return;
  }
}

/** Starts a node, deploys the contracts on it and funds the accounts. */
export async function openEvmChain(options: EvmChainOptions): Promise<OpenEvmChain> {
  const { id, slug, name, blockTimeSeconds, roles, users, ...rest } = options;
  const node = await startNode({
    ...rest,
    chainId: id,
    mnemonic: testMnemonic,
    accounts: users.length,
    blockTimeSeconds: minesByItself(blockTimeSeconds) ? blockTimeSeconds : undefined,
    balances: genesisBalances(roles),
  });
  try {
    const rpcUrl = `http://127.0.0.1:${node.port}`;
    const client = connect({ id, name, rpcUrl });
    await setClock(client);
    const contents = await furnish(client, options);
    const { block, usdc } = contents.deployment;
    const miner = createMiner(client, blockTimeSeconds);
    const faucet = createFaucet({ client, roles, usdc });
    return {
      vm: 'evm',
      description: {
        vm: 'evm',
        ...{ id, slug, name, rpcUrl, wsUrl: `ws://127.0.0.1:${node.port}`, blockTimeSeconds },
        deploymentBlock: block,
        ...describeContents(contents),
      },
      client,
      controls: createControls({ client, faucet, miner, deploymentHeight: block.height }),
      pid: node.pid,
      close: async () => {
        miner.close();
        await node.close();
      },
    };
  } catch (error) {
    await node.close();
    throw error;
  }
}

function genesisBalances(roles: EvmChainOptions['roles']): Readonly<Record<Hex, bigint>> {
  // The keys are the table's own.
  return {
    ...Object.fromEntries(
      Object.entries(genesisEther).map(([role, amount]) => [roles[role as Role].address, amount]),
    ),
    [deriveBridgeRelayer().address]: bridgeRelayerEther,
  };
}

/** Contracts of a chain: Portage's, those that every chain has, and Uniswap. */
interface Contents {
  readonly deployment: Deployment;
  readonly canonical: CanonicalContracts;
  readonly uniswap: Uniswap;
}

async function furnish(
  client: NodeClient,
  { slug, roles, users, devnetId }: EvmChainOptions,
): Promise<Contents> {
  const deployment = await deployContracts(client, roles, devnetId);
  await fundAccounts(client, { slug, roles, users }, deployment);
  const { usdc, weth, dai, wbtc } = deployment;
  const uniswap = await deployUniswap(client, {
    deployer: roles.faucet,
    tokens: { usdc, weth, dai, wbtc },
  });
  return { deployment, uniswap, canonical: await placeCode(client) };
}

function describeContents({
  deployment,
  canonical,
  uniswap,
}: Contents): Pick<EvmDevnetChain, 'contracts' | 'tokens' | 'uniswap'> {
  const { depository, filler, callRunner, router, approvalProxy, depositAddresses } = deployment;
  const { usdc, weth, dai, wbtc, usdt, bridge } = deployment;
  return {
    contracts: {
      depository,
      filler,
      callRunner,
      router,
      approvalProxy,
      depositAddresses,
      bridge,
      ...canonical,
    },
    tokens: {
      usdc: { address: usdc, decimals: 6, symbol: 'USDC', name: 'USD Coin' },
      weth: { address: weth, decimals: 18, symbol: 'WETH', name: 'Wrapped Ether' },
      usdt: { address: usdt, ...bridgedToken },
    },
    uniswap: {
      ...uniswap,
      pools: [...uniswap.pools],
      tokens: {
        dai: { address: dai, ...testTokens.dai },
        wbtc: { address: wbtc, ...testTokens.wbtc },
      },
    },
  };
}
