import { systemClock } from '@portage/core';
import { createDevnet, type Devnet, type EvmDevnetChain } from '@portage/devnet';
import { evm } from '@portage/evm-chain';
import { request } from 'undici';
import {
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  http,
  parseAbi,
  type Hex,
} from 'viem';
import type { Contest } from './contest.js';

const chainId = 10;
const tradesOfPass = 20;

const quoterAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint256 amountIn; uint24 fee; uint160 sqrtPriceLimitX96; }',
  'function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint160 sqrtPriceX96After, uint32 initializedTicksCrossed, uint256 gasEstimate)',
]);

/** Contests on a running chain, until it is closed. */
export interface ChainContests {
  readonly contests: readonly Contest[];
  close(): Promise<void>;
}

/**
 * Quotes from followed state, beside calls of the deployed QuoterV2: with viem, and with bare HTTP.
 */
export async function openChainContests(): Promise<ChainContests> {
  const devnet = await createDevnet({
    chains: [{ id: chainId, slug: 'optimism', name: 'OP Mainnet' }],
    ports: [0],
    controlPort: 0,
  });
  const closing = new AbortController();
  const close = async (): Promise<void> => {
    closing.abort();
    await devnet.close();
  };
  try {
    return { contests: await contestsOn(devnet, closing.signal), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function contestsOn(devnet: Devnet, signal: AbortSignal): Promise<readonly Contest[]> {
  const chain = devnet.description.chains[String(chainId)];
  if (chain?.vm !== 'evm') throw new Error('The devnet has an EVM chain.');
  const [pool] = chain.uniswap.pools;
  if (pool?.kind !== 'v3') throw new Error('The first pool is a V3 pool.');
  const sell = await followPool(chain, pool.address, signal);
  const client = createPublicClient({ transport: http(chain.rpcUrl, { retryCount: 0 }) });
  const callOf = (amountIn: bigint) =>
    ({
      abi: quoterAbi,
      functionName: 'quoteExactInputSingle',
      args: [
        {
          tokenIn: pool.token0,
          tokenOut: pool.token1,
          amountIn,
          fee: pool.feePips,
          sqrtPriceLimitX96: 0n,
        },
      ],
    }) as const;
  const amounts = Array.from(
    { length: tradesOfPass },
    (_, index) => 10n ** 15n * BigInt(index * index * 100 + 1),
  );
  const ours = (): readonly bigint[] =>
    amounts.map((amount) => sell(pool.token0.toLowerCase(), amount));
  const withViem = async (amount: bigint): Promise<bigint> =>
    (await client.simulateContract({ address: chain.uniswap.v3.quoter, ...callOf(amount) }))
      .result[0];
  const raw = amounts.map((amount) => ({
    amount,
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_call',
      params: [{ to: chain.uniswap.v3.quoter, data: encodeFunctionData(callOf(amount)) }, 'latest'],
    }),
  }));
  const withHttp = async (body: string): Promise<bigint> => {
    const response = await request(chain.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    // Any other answer fails in the comparison.
    const { result } = (await response.body.json()) as { readonly result: Hex };
    return decodeFunctionResult({ ...callOf(0n), data: result })[0];
  };
  return [
    {
      name: "V3 exact input, beside the chain's quoter by viem",
      clock: 'wall',
      theirName: 'eth_call',
      ours,
      theirs: () => inTurn(amounts, withViem),
    },
    {
      name: "V3 exact input, beside the chain's quoter by bare HTTP",
      clock: 'wall',
      theirName: 'eth_call',
      ours,
      theirs: () => inTurn(raw, ({ body }) => withHttp(body)),
    },
  ];
}

/** Opens the chain as the service does, and quotes from the pool that it follows. */
async function followPool(
  chain: EvmDevnetChain,
  address: string,
  signal: AbortSignal,
): Promise<(tokenIn: string, amountIn: bigint) => bigint> {
  const { id, slug, name, rpcUrl, wsUrl, contracts, uniswap } = chain;
  const eth = {
    id: 'eth',
    symbol: 'ETH',
    name: 'Ether',
    address: '0x0000000000000000000000000000000000000000',
    decimals: 18,
  };
  const swapSources = [
    { id: 'uniswap-v3', kind: 'uniswap-v3' as const, router: uniswap.swapRouter, pools: [address] },
  ];
  const settings = {
    id,
    slug,
    name,
    rpcUrls: [rpcUrl],
    devnet: true,
    wsUrl,
    contracts,
    assets: [eth],
    // A chain of a devnet has no oracle for the fee of its data.
    dataFee: 'none' as const,
    swapSources,
  };
  const opened = await evm
    .prepare(settings)
    .open({ signal, clock: systemClock, log: () => undefined, keys: {}, swapSources: [] });
  return (tokenIn, amountIn) => {
    const [pool] = opened.swaps?.sources[0]?.pools()?.value ?? [];
    return pool?.quoteExactInput(tokenIn, amountIn)?.amount ?? 0n;
  };
}

async function inTurn<T>(
  inputs: readonly T[],
  work: (input: T) => Promise<bigint>,
): Promise<readonly bigint[]> {
  const results: bigint[] = [];
  for (const input of inputs) results.push(await work(input));
  return results;
}
