import type { Hex } from 'viem';
import type { DevnetAccount, Role } from './contracts/deriveAccounts.js';
import { planChain, type Contents } from './contracts/planChain.js';
import { bridgedToken, testTokens } from './contracts/planContracts.js';
import { sendBatch } from './contracts/sendBatch.js';
import { testMnemonic } from './keys/testMnemonic.js';
import { createControls, type Controls } from './control/createControls.js';
import { createFaucet } from './control/createFaucet.js';
import { createMiner, minesByItself } from './control/createMiner.js';
import type { EvmDevnetChain } from './description.js';
import { evmGenesis } from './genesis/evmGenesis.js';
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
  /** Folder of the snapshots of first blocks. */
  readonly snapshotDir: string;
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

/** Starts a node whose first block holds the contracts and the funded accounts. */
export async function openEvmChain(options: EvmChainOptions): Promise<OpenEvmChain> {
  const { id, slug, name, blockTimeSeconds, roles, users, snapshotDir, ...rest } = options;
  const plan = planChain({ slug, roles, users });
  const wallet = { mnemonic: testMnemonic, accounts: users.length };
  const node = await startNode({
    ...rest,
    ...wallet,
    chainId: id,
    blockTimeSeconds: minesByItself(blockTimeSeconds) ? blockTimeSeconds : undefined,
    alloc: await evmGenesis({ ...rest, ...wallet, chainId: id, plan, snapshotDir }),
  });
  try {
    const rpcUrl = `http://127.0.0.1:${node.port}`;
    const client = connect({ id, name, rpcUrl });
    await setClock(client);
    const block = await markDevnet(client, options);
    const { contents } = plan;
    const { usdc } = contents.deployment;
    const miner = createMiner(client, blockTimeSeconds);
    const faucet = createFaucet({ client, roles, usdc });
    return {
      vm: 'evm',
      description: {
        vm: 'evm',
        id,
        slug,
        name,
        rpcUrl,
        wsUrl: `ws://127.0.0.1:${node.port}`,
        blockTimeSeconds,
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

/** Blocks on top of the first one, so that the contracts are in a finalized block at once. */
const firstBlocks = 4;

/**
 * Mines the devnet's random id, which makes the hashes of this chain unlike those of any other.
 *
 * @returns the block that holds it
 */
async function markDevnet(
  client: NodeClient,
  { roles: { owner }, devnetId }: EvmChainOptions,
): Promise<EvmDevnetChain['deploymentBlock']> {
  const transactions = [{ to: owner.address, data: devnetId, gas: 100_000n }];
  const [receipt] = await sendBatch(client, { sender: owner, transactions });
  if (receipt === undefined) throw new Error('A batch has a receipt for each of its transactions.');
  await client.mine({ blocks: firstBlocks });
  return { height: Number(receipt.blockNumber), hash: receipt.blockHash };
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
