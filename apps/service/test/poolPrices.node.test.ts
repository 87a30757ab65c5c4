import { eventually } from '@portage/testing';
import type { CurrencyAmount } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { evmChain, type Devnet } from '@portage/devnet';
import {
  encodeFunctionData,
  erc20Abi,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, test } from 'vitest';
import { databaseDir, parseConfiguration, type Configuration, type Service } from '../src/index.js';
import { getQuote, post, sendSteps } from './transfer.js';
import { untilSettled } from './untilSettled.js';
import { twoChains, useDevnet } from './useDevnet.js';

const windowSeconds = 30;
const routerAbi = parseAbi([
  'struct Params { address tokenIn; address tokenOut; uint24 fee; address recipient; uint256 amountIn; uint256 amountOutMinimum; uint160 sqrtPriceLimitX96; }',
  'function exactInputSingle(Params params) payable returns (uint256 amountOut)',
]);

const nativeCurrency = '0x0000000000000000000000000000000000000000';

const local = useDevnet(twoChains);
/** Trader. */
let faucet: Devnet['description']['roles']['faucet'];
let service: Service;

beforeAll(async () => {
  faucet = local.devnet.description.roles.faucet;
  service = await local.serve({
    configuration: configure(),
    databaseDir: databaseDir(local.directory, local.devnet.id),
  });
});

/**
 * Devnet configuration with the price of ether from a pool of Base, guarded by its average over
 * time.
 */
function configure(): Configuration {
  const { chains, keys } = parseConfiguration(local.devnet.description.configuration);
  const base = evmChain(local.devnet.description, 8453);
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
    // The range of both feeds is looked at alone: nothing else bounds the amount.
    policy: { unconfirmedMicroUsdMax: '1000000000000' },
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

/** Whether ether is sold for dollars of the other chain, or bought for them. */
interface Question {
  readonly type: 'dollars' | 'ether';
}

/** Output of a small exchange, or the code and status of the refusal. */
async function ask({ type }: Question = { type: 'dollars' }): Promise<CurrencyAmount | string> {
  const usdc = evmChain(local.devnet.description, 10).tokens.usdc.address;
  const route =
    type === 'dollars'
      ? {
          originChainId: 8453,
          destinationChainId: 10,
          destinationCurrency: usdc,
          amount: parseEther('0.1').toString(),
        }
      : {
          originChainId: 10,
          originCurrency: usdc,
          destinationChainId: 8453,
          destinationCurrency: nativeCurrency,
          amount: '250000000',
        };
  const body = {
    user: local.devnet.description.accounts[0]?.address,
    ...route,
    indicativeQuote: true,
  };
  const answer = await post(service.url ?? '', '/quote/v2', body);
  if (answer.status === 200) return quoteSchema.parse(answer.body).details.currencyOut;
  // Every error of the service has one.
  const { errorCode } = answer.body as { readonly errorCode: string };
  return `${String(answer.status)} ${errorCode}`;
}

/** Asks until the answer is as wanted. */
const answerOf = (
  isWanted: (answer: CurrencyAmount | string) => boolean,
): Promise<CurrencyAmount | string> =>
  eventually(ask, isWanted, { what: 'an answer by the new price', everyMs: 100 });

const isRefused = (answer: CurrencyAmount | string): boolean => answer === '503 PRICE_FETCH_FAILED';
const dollars = (answer: CurrencyAmount | string): number =>
  typeof answer === 'string' ? Number.NaN : Number(answer.amount) / 1e6;

/** A trade at the pool that the price comes from. */
interface Trade {
  readonly tokenIn: Hex;
  readonly tokenOut: Hex;
  readonly amountIn: bigint;
}

/** Trades at the pool that the price comes from; returns what came out. */
async function trade({ tokenIn, tokenOut, amountIn }: Trade): Promise<bigint> {
  const client = local.devnet.client(8453);
  const account = privateKeyToAccount(faucet.privateKey);
  const { uniswap } = evmChain(local.devnet.description, 8453);
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
  const before = await balanceOf(8453, tokenOut);
  await send(
    tokenIn,
    encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [uniswap.swapRouter, maxUint256],
    }),
  );
  const params = {
    tokenIn,
    tokenOut,
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
  return (await balanceOf(8453, tokenOut)) - before;
}

function balanceOf(chainId: number, token: Hex): Promise<bigint> {
  return local.devnet
    .client(chainId)
    .readContract({
      address: token,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [privateKeyToAccount(faucet.privateKey).address],
    });
}

/** Dollars that the trader has on both chains, an ether counted at 2,500. */
async function wealth(): Promise<number> {
  const { address } = privateKeyToAccount(faucet.privateKey);
  const { tokens } = evmChain(local.devnet.description, 8453);
  const [ether, wrapped, dollarsHere, dollarsThere] = await Promise.all([
    local.devnet.client(8453).getBalance({ address }),
    balanceOf(8453, tokens.weth.address),
    balanceOf(8453, tokens.usdc.address),
    balanceOf(10, evmChain(local.devnet.description, 10).tokens.usdc.address),
  ]);
  return Number((ether + wrapped) * 2_500n) / 1e18 + Number(dollarsHere + dollarsThere) / 1e6;
}

describe('a service that takes its prices from a pool', () => {
  test('pays a trader nothing for moving the pool within what its mean tolerates', async () => {
    const { tokens } = evmChain(local.devnet.description, 8453);
    const etherFor = async (): Promise<number> => {
      const answer = await ask({ type: 'ether' });
      return typeof answer === 'string' ? Number.NaN : Number(answer.amount);
    };
    await answerOf((answer) => typeof answer !== 'string');
    const [before, ether] = [await wealth(), await etherFor()];
    const bought = await trade({
      tokenIn: tokens.usdc.address,
      tokenOut: tokens.weth.address,
      amountIn: parseUnits('1050000', 6),
    });
    // The service counts its payment at the higher price of the moment.
    await expect.poll(etherFor, { interval: 100 }).toBeLessThan(ether * 0.99);
    const quote = await getQuote(service.url ?? '', {
      user: privateKeyToAccount(faucet.privateKey).address,
      originChainId: 8453,
      originCurrency: nativeCurrency,
      destinationChainId: 10,
      destinationCurrency: evmChain(local.devnet.description, 10).tokens.usdc.address,
      amount: parseEther('300').toString(),
    });
    const hashes = await sendSteps(local.devnet, faucet.privateKey, quote);
    expect(hashes).toHaveLength(1);
    await trade({ tokenIn: tokens.weth.address, tokenOut: tokens.usdc.address, amountIn: bought });
    await untilSettled(local.directory, local.devnet);
    const profit = (await wealth()) - before;
    // Fees of the pool, and of the service. Counted at the moment's price alone it was +8,882 USD.
    expect(profit).toBeLessThan(0);
  });

  test('quotes once the pool has a mean, refuses when a trade moves the price away from it, and quotes again when the price stays', async () => {
    const { tokens } = evmChain(local.devnet.description, 8453);
    const before = dollars(await answerOf((answer) => typeof answer !== 'string'));
    expect(before).toBeCloseTo(250, -1);
    await trade({
      tokenIn: tokens.weth.address,
      tokenOut: tokens.usdc.address,
      amountIn: parseEther('760'),
    });
    await answerOf(isRefused);
    const after = dollars(await answerOf((answer) => typeof answer !== 'string'));
    expect(after / before).toBeGreaterThan(0.95);
    expect(after / before).toBeLessThan(0.98);
  });
});
