import { createDevnet, type Devnet, type EvmDevnetChain, type NodeClient } from '@portage/devnet';
import { createEndpoint, createQuorum, createRpc, type Rpc } from '@portage/chain-kit';
import { erc20Abi, maxUint256, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createHeads, type Heads } from '../src/observe/createHeads.js';
import { createPoolFollower, type PoolFollower } from '../src/swap/createPoolFollower.js';
import { createPoolSource } from '../src/swap/createPoolSource.js';
import { createSwaps } from '../src/swap/createSwaps.js';
import { swapSourcesOf } from './uniswap.js';

export const chainId = 10;

/**
 * A chain with pools that makes blocks only on request, and a trader who owns every token of them.
 */
export interface UniswapChain {
  readonly devnet: Devnet;
  readonly chain: EvmDevnetChain;
  readonly client: NodeClient;
  readonly trader: Hex;
  /**
   * Sends transactions of the trader and mines them in one block. @throws Error when one reverts
   */
  act(
    transactions: readonly { readonly to: Hex; readonly data: Hex; readonly value?: bigint }[],
  ): Promise<number>;
  stop(): Promise<void>;
}

/** Starts one. */
export async function openUniswap(): Promise<UniswapChain> {
  const devnet = await createDevnet({
    chains: [{ id: chainId, slug: 'optimism', name: 'OP Mainnet' }],
    ports: [0],
    controlPort: 0,
    accounts: 1,
    gasLimit: 2_000_000_000n,
  });
  const chain = devnet.description.chains[String(chainId)];
  if (chain?.vm !== 'evm') throw new Error('The devnet has no EVM chain.');
  const client = devnet.client(chainId);
  const account = privateKeyToAccount(devnet.description.roles.faucet.privateKey);
  await devnet.pauseMining(chainId);
  return {
    devnet,
    chain,
    client,
    trader: account.address,
    act: async (transactions) => {
      const hashes: Hex[] = [];
      for (const transaction of transactions)
        hashes.push(
          await client.sendTransaction({
            account,
            chain: client.chain,
            gas: 8_000_000n,
            ...transaction,
          }),
        );
      await devnet.mine(chainId);
      const receipts = await Promise.all(
        hashes.map((hash) => client.getTransactionReceipt({ hash })),
      );
      if (receipts.some(({ status }) => status !== 'success'))
        throw new Error('A transaction reverted.');
      return Number(await client.getBlockNumber());
    },
    stop: () => devnet.close(),
  };
}

/** Addresses of the tokens that the pools trade. */
export function tokensOf({ tokens, uniswap }: EvmDevnetChain): readonly Hex[] {
  return [
    tokens.weth.address,
    tokens.usdc.address,
    uniswap.tokens.dai.address,
    uniswap.tokens.wbtc.address,
  ];
}

/** Follows the pools of a chain, without the rest of the service module. */
export async function followPools({ chain }: UniswapChain, signal: AbortSignal) {
  const endpoint = createEndpoint(chain.rpcUrl, {
    timeoutMs: 10_000,
    responseBytesMax: 67_108_864,
  });
  signal.addEventListener('abort', () => void endpoint.close(), { once: true });
  const rpc: Rpc = createRpc([endpoint], { busyCodes: [] });
  const heads: Heads = createHeads({
    rpc,
    quorum: createQuorum([endpoint], { needed: 1, deadlineMs: 10_000, clock: Date.now }),
    devnet: true,
    wsUrl: chain.wsUrl,
    pollMs: 100,
    timeoutMs: 10_000,
    clock: Date.now,
    signal,
  });
  const sources = swapSourcesOf(chain).map((source) => ({
    ...source,
    router: source.router.toLowerCase(),
    pools: source.pools.map((pool) => pool.toLowerCase()),
  }));
  const places = sources.flatMap(({ kind, pools }) => pools.map((address) => ({ kind, address })));
  const follower: PoolFollower = await createPoolFollower({
    heads,
    multicall3: chain.contracts.multicall3,
    places,
    clock: Date.now,
    signal,
  });
  let reached = heads.latest()?.value.hash;
  const waiting = new Set<() => void>();
  follower.listen((head) => {
    reached = head.hash;
    for (const wake of waiting) wake();
  });
  return {
    rpc,
    heads,
    follower,
    places,
    swaps: createSwaps(
      sources.map((source) => createPoolSource({ ...source, follower })),
      { wrapped: chain.tokens.weth.address.toLowerCase(), clock: Date.now },
    ),
    /** Waits until the follower has read a block. */
    async reach(hash: Hex): Promise<void> {
      while (reached !== hash) {
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            waiting.delete(wake);
            resolve();
          };
          waiting.add(wake);
        });
      }
    },
  };
}

/** Arguments of an approval without a limit. */
export function approval(spender: Hex) {
  return { abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] } as const;
}
