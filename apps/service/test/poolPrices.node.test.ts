import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CurrencyAmount } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { createDevnet, evmChain, type Devnet } from '@portage/devnet';
import { encodeFunctionData, erc20Abi, maxUint256, parseAbi, parseEther, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLog,
  parseConfiguration,
  startService,
  type Configuration,
  type Service,
} from '../src/index.js';
import { post } from './transfer.js';

const windowSeconds = 8;
const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
]);

let devnet: Devnet;
let dataDir: string;
let service: Service;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'portage-pool-prices-'));
  devnet = await createDevnet({
    chains: [
      { id: 8453, slug: 'base', name: 'Base' },
      { id: 10, slug: 'optimism', name: 'OP Mainnet' },
    ],
    ports: [0, 0],
    controlPort: 0,
  });
  service = await startService({
    configuration: configure(),
    databaseDir: join(dataDir, 'database'),
    port: 0,
    version: '0.0.0',
    log: createLog('silent'),
    onFailure: fail,
  });
});

afterAll(async () => {
  await service.close();
  await devnet.close();
  await rm(dataDir, { recursive: true, force: true });
});

function fail(error: unknown): void {
  throw error;
}

/**
 * Devnet configuration with the price of ether from a pool of Base, guarded by its average over
 * time.
 */
function configure(): Configuration {
  const { chains, keys } = parseConfiguration(devnet.description.configuration);
  const base = evmChain(devnet.description, 8453);
  const eth = {
    kind: 'uniswap-v3',
    pool: base.uniswap.pools[0]!.address,
    dollar: base.tokens.usdc.address,
    depthMinUsd: 1_000_000,
  };
  const withPool = { contracts: base.contracts, poolPrices: { windowSeconds, assets: { eth } } };
  const unlimited = { address: 1_000_000_000, key: 1_000_000_000 };
  return parseConfiguration({
    http: { rates: { perMinute: { quote: unlimited, other: unlimited } } },
    keys,
    chains: chains.map((chain) => ({ ...chain, ...(chain['slug'] === 'base' ? withPool : {}) })),
    prices: {
      source: 'feeds',
      fixed: { usdc: '1', weth: '2500' },
      assets: {
        eth: { primary: 'pool@base', guard: 'twap@base' },
        weth: { primary: 'fixed' },
        usdc: { primary: 'fixed' },
      },
    },
  });
}

/** Output for a tenth of an ether, or the code and status of the refusal. */
async function ask(): Promise<CurrencyAmount | string> {
  const body = {
    user: devnet.description.accounts[0]?.address,
    originChainId: 8453,
    destinationChainId: 10,
    destinationCurrency: evmChain(devnet.description, 10).tokens.usdc.address,
    amount: parseEther('0.1').toString(),
    indicativeQuote: true,
  };
  const answer = await post(service.url ?? '', '/quote/v2', body);
  if (answer.status === 200) return quoteSchema.parse(answer.body).details.currencyOut;
  // Every error of the service has one.
  const { errorCode } = answer.body as { readonly errorCode: string };
  return `${String(answer.status)} ${errorCode}`;
}

async function until(
  condition: (answer: CurrencyAmount | string) => boolean,
): Promise<CurrencyAmount | string> {
  const deadline = Date.now() + 40_000;
  for (;;) {
    const answer = await ask();
    if (condition(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(`It did not come to that: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

const isRefused = (answer: CurrencyAmount | string): boolean => answer === '503 PRICE_FETCH_FAILED';
const dollars = (answer: CurrencyAmount | string): number =>
  typeof answer === 'string' ? Number.NaN : Number(answer.amount) / 1e6;

/** Sells ether at the pool that the price comes from. */
async function sellEther(amountIn: bigint): Promise<void> {
  const client = devnet.client(8453);
  const account = privateKeyToAccount(devnet.description.roles.faucet.privateKey);
  const { uniswap, tokens } = evmChain(devnet.description, 8453);
  const send = async (to: Hex, data: Hex): Promise<void> => {
    const hash = await client.sendTransaction({
      account,
      chain: client.chain,
      to,
      data,
      gas: 3_000_000n,
    });
    expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
  };
  await send(
    tokens.weth.address,
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswap.swapRouter, maxUint256],
    }),
  );
  const params = {
    tokenIn: tokens.weth.address,
    tokenOut: tokens.usdc.address,
    fee: 500,
    recipient: account.address,
    amountIn,
    amountOutMinimum: 0n,
    sqrtPriceLimitX96: 0n,
  };
  await send(
    uniswap.swapRouter,
    encodeFunctionData({ abi: routerAbi, functionName: 'exactInputSingle', args: [params] }),
  );
}

describe('a service that takes its prices from a pool', () => {
  test('quotes once the pool has a mean, refuses when a trade moves the price away from it, and quotes again when the price stays', async () => {
    expect(dollars(await until((answer) => typeof answer !== 'string'))).toBeCloseTo(250, -1);
    const before = dollars(await ask());
    await sellEther(parseEther('760'));
    await until(isRefused);
    const after = dollars(await until((answer) => typeof answer !== 'string'));
    expect(after / before).toBeGreaterThan(0.95);
    expect(after / before).toBeLessThan(0.98);
  }, 90_000);
});
