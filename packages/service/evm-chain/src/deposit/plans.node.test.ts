import { zeroAddress, type Step } from '@portage/core';
import type { OriginSwap, SwapEvent, SwapQuote, SwapRequest } from '@portage/core/chain';
import { depositoryAbi } from '@portage/contracts';
import {
  createWalletClient,
  custom,
  encodeFunctionData,
  erc20Abi,
  keccak256,
  multicall3Abi,
  toHex,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  chainId,
  followPools,
  openUniswap,
  tokensOf,
  type UniswapChain,
} from '../../test/openUniswap.js';
import { createEvmExecutor } from '@portage/evm';
import { transactionEffects } from '../../../../evm/src/executor/transactionEffects.js';
import { readTransaction } from '../../../../evm/src/executor/readItem.js';
import { gasLimit, gasUnits } from '../gas/gasUnits.js';
import { createTrace } from '../observe/createTrace.js';
import { createDeposits } from './createDeposits.js';

const later = 4_000_000_000;
const ether = 10n ** 18n;
const native = zeroAddress;
const recipient = `0x${'be'.repeat(20)}`;
const closing = new AbortController();
const keccak = (bytes: Uint8Array): Uint8Array => keccak256(bytes, 'bytes');

let node: UniswapChain;
let followed: Awaited<ReturnType<typeof followPools>>;
let requests = 0;

beforeAll(async () => {
  node = await openUniswap();
  followed = await followPools(node, closing.signal);
});

afterAll(async () => {
  closing.abort();
  await node.stop();
});

const token = (name: 'weth' | 'usdc' | 'dai' | 'wbtc'): string =>
  tokensOf(node.chain)[['weth', 'usdc', 'dai', 'wbtc'].indexOf(name)]!.toLowerCase();
const contracts = () => ({
  router: node.chain.contracts.router.toLowerCase(),
  approvalProxy: node.chain.contracts.approvalProxy.toLowerCase(),
});
const deposits = () =>
  createDeposits({
    chainId,
    chainName: 'OP',
    depository: node.chain.contracts.depository.toLowerCase(),
    plans: { ...contracts(), keccak },
    symbolOf: () => 'X',
    fees: () => undefined,
  });
const trader = (): string => node.trader.toLowerCase();
const nextId = (): string => keccak256(toHex((requests += 1)));

function balance(account: string, currency: string): Promise<bigint> {
  if (currency === native) return node.client.getBalance({ address: account as Hex });
  return node.client.readContract({
    address: currency as Hex,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [account as Hex],
  });
}

function quoteOf(request: SwapRequest): SwapQuote {
  const found = followed.swaps.quote(request)?.value;
  if (found === undefined) throw new Error('There is a way.');
  return found;
}

/** A swap from one currency to another, native currency included, as a quoter asks for it. */
function swapOf({
  from,
  to,
  type,
  amount,
}: {
  from: string;
  to: string;
  type: SwapQuote['type'];
  amount: bigint;
}): { quote: SwapQuote; swap: OriginSwap } {
  const wrapped = followed.swaps.wrapped!;
  const quote = quoteOf({
    tokenIn: from === native ? wrapped : from,
    tokenOut: to === native ? wrapped : to,
    type,
    amount,
  });
  const limit = type === 'EXACT_INPUT' ? quote.amountOut : (quote.amountIn * 11n) / 10n;
  const calls = followed.swaps.build(quote, {
    limit,
    deadline: later,
    fromNative: from === native,
    toNative: to === native,
  });
  return {
    quote,
    swap: {
      currency: from,
      amount: type === 'EXACT_INPUT' ? amount : limit,
      calls,
      gas: quote.gas,
      minimum: quote.amountOut,
      refundTo: trader(),
      deadline: later,
    },
  };
}

/** Sends the steps as they are, and answers with the gas of the last. */
async function send(
  steps: readonly Step[],
): Promise<{ readonly hash: Hex; readonly gasUsed: bigint; readonly gasPaid: bigint }> {
  const transactions = steps.map((step) => readTransaction(step.items[0]!.data)!);
  await node.act(
    transactions.map(({ to, data, value, gas }) => ({
      to: to as Hex,
      data: data as Hex,
      value: BigInt(value),
      gas: BigInt(gas!),
    })),
  );
  const block = await node.client.getBlock();
  await followed.reach(block.hash);
  const receipts = await Promise.all(
    block.transactions.map((hash) => node.client.getTransactionReceipt({ hash })),
  );
  const last = receipts.at(-1)!;
  return {
    hash: last.transactionHash,
    gasUsed: last.gasUsed,
    gasPaid: receipts.reduce(
      (sum, { gasUsed, effectiveGasPrice }) => sum + gasUsed * effectiveGasPrice,
      0n,
    ),
  };
}

describe('a deposit that swaps before it pays', () => {
  test.each([
    ['token for token', 'dai', 'usdc', 'EXACT_INPUT', 1_000n * ether],
    ['token for token through others', 'wbtc', 'usdc', 'EXACT_INPUT', 5_000_000n],
    ['native currency for a token', undefined, 'usdc', 'EXACT_INPUT', ether],
    ['a token for native currency', 'dai', undefined, 'EXACT_INPUT', 2_000n * ether],
    ['wrapped for native currency', 'weth', undefined, 'EXACT_INPUT', ether],
    ['native for wrapped currency', undefined, 'weth', 'EXACT_INPUT', ether],
    ['a token for an exact amount of another', 'dai', 'usdc', 'EXACT_OUTPUT', 500_000_000n],
    [
      'native currency for an exact amount of a token',
      undefined,
      'usdc',
      'EXACT_OUTPUT',
      500_000_000n,
    ],
    [
      'a token for an exact amount of native currency',
      'usdc',
      undefined,
      'EXACT_OUTPUT',
      ether / 3n,
    ],
  ] as const)('gives %s', async (_, given, paid, type, amount) => {
    const [from, to] = [
      given === undefined ? native : token(given),
      paid === undefined ? native : token(paid),
    ];
    const { quote, swap } = swapOf({ from, to, type, amount });
    const orderId = nextId();
    const steps = deposits().steps({
      requestId: nextId(),
      orderId,
      payer: trader(),
      currency: to,
      amount: quote.amountOut,
      swap,
    });
    expect(steps.map(({ id }) => id)).toEqual(
      from === native ? ['deposit'] : ['approve', 'deposit'],
    );
    const { depository, router, approvalProxy } = node.chain.contracts;
    const [gave, held] = [await balance(trader(), from), await balance(depository, to)];
    const { hash, gasUsed, gasPaid } = await send(steps);
    expect((await balance(depository, to)) - held).toBe(quote.amountOut);
    // What was not needed came back in the same transaction, as what it was.
    expect(gave - (await balance(trader(), from)) - (from === native ? gasPaid : 0n)).toBe(
      quote.amountIn,
    );
    const { blockHash } = await node.client.getTransactionReceipt({ hash });
    const found = await node.client.getContractEvents({
      address: depository,
      abi: depositoryAbi,
      eventName: 'Deposit',
      blockHash,
    });
    expect(
      found.map(({ args }) => [
        args.id,
        args.depositor?.toLowerCase(),
        args.token?.toLowerCase(),
        args.amount,
      ]),
    ).toEqual([[orderId, trader(), to, quote.amountOut]]);
    // Nothing stays behind, and no more may be taken.
    for (const currency of [native, ...tokensOf(node.chain)])
      for (const contract of [router, approvalProxy])
        expect(await balance(contract, currency)).toBe(0n);
    if (from !== native)
      expect(
        await node.client.readContract({
          address: from as Hex,
          abi: erc20Abi,
          functionName: 'allowance',
          args: [node.trader, approvalProxy],
        }),
      ).toBe(0n);
    const operation = { type: 'deposit', currency: to, swapGas: swap.gas } as const;
    expect(gasUsed).toBeLessThanOrEqual(gasUnits(operation));
    expect(gasUsed * 13n).toBeLessThan(gasLimit(operation) * 10n);
  });

  test('takes nothing where the swap brings less than its minimum', async () => {
    const { quote, swap } = swapOf({
      from: token('dai'),
      to: token('usdc'),
      type: 'EXACT_INPUT',
      amount: 100n * ether,
    });
    const steps = deposits().steps({
      requestId: nextId(),
      orderId: nextId(),
      payer: trader(),
      currency: token('usdc'),
      amount: 2n * quote.amountOut,
      swap: { ...swap, minimum: quote.amountOut + 1n },
    });
    await expect(send(steps)).rejects.toThrow('reverted');
  });

  test('pays in no more than the order takes: the rest comes back', async () => {
    const { quote, swap } = swapOf({
      from: token('dai'),
      to: token('usdc'),
      type: 'EXACT_INPUT',
      amount: 100n * ether,
    });
    const [before, held] = [
      await balance(trader(), token('usdc')),
      await balance(node.chain.contracts.depository, token('usdc')),
    ];
    await send(
      deposits().steps({
        requestId: nextId(),
        orderId: nextId(),
        payer: trader(),
        currency: token('usdc'),
        amount: quote.amountOut - 10n,
        swap: { ...swap, minimum: 1n },
      }),
    );
    expect((await balance(node.chain.contracts.depository, token('usdc'))) - held).toBe(
      quote.amountOut - 10n,
    );
    expect((await balance(trader(), token('usdc'))) - before).toBe(10n);
  });
});

describe('a swap that the payer makes alone', () => {
  test.each([
    ['a token for native currency', 'dai', undefined],
    ['native currency for a token', undefined, 'wbtc'],
    ['a token for a token', 'usdc', 'wbtc'],
  ] as const)(
    'gives %s to its recipient, fees to others, and is seen under its id',
    async (_, given, wanted) => {
      const [from, to] = [
        given === undefined ? native : token(given),
        wanted === undefined ? native : token(wanted),
      ];
      const amount = given === 'usdc' ? 900_000_000n : given === 'dai' ? 900n * ether : ether;
      const { quote, swap } = swapOf({ from, to, type: 'EXACT_INPUT', amount });
      const fee = amount / 100n;
      const collector = `0x${'fe'.repeat(20)}`;
      const [got, collected] = [await balance(recipient, to), await balance(collector, from)];
      const requestId = nextId();
      const input = {
        requestId,
        payer: trader(),
        swap: { ...swap, amount: amount + fee, fees: [{ recipient: collector, amount: fee }] },
        currency: to,
        recipient,
      };
      const { swapId, steps } = deposits().swapSteps!(input);
      expect(steps.map(({ id }) => id)).toEqual(from === native ? ['swap'] : ['approve', 'swap']);
      expect(
        steps.flatMap((step) => transactionEffects(readTransaction(step.items[0]!.data)!)).at(-1),
      ).toMatchObject({
        type: 'swap',
        currency: from,
        amount: amount + fee,
        settlement: {
          account: recipient,
          currency: to,
          minimum: quote.amountOut,
          refundTo: trader(),
          deadline: later,
        },
      });
      const { hash, gasUsed } = await send(steps);
      expect((await balance(recipient, to)) - got).toBe(quote.amountOut);
      expect((await balance(collector, from)) - collected).toBe(fee);
      const watched = {
        depository: node.chain.contracts.depository.toLowerCase(),
        filler: node.chain.contracts.filler.toLowerCase(),
        router: contracts().router,
      };
      const events = await createTrace({ rpc: followed.rpc, contracts: watched, chainId, keccak })(
        hash,
      );
      expect(events).toEqual([
        expect.objectContaining({
          type: 'swap',
          swapId,
          owner: trader(),
          currency: to,
          amount: quote.amountOut,
          txId: hash,
        } satisfies Partial<SwapEvent>),
      ]);
      // Terms make the id: no other swap has it.
      expect(deposits().swapSteps!({ ...input, recipient: collector }).swapId).not.toBe(swapId);
      expect(deposits().swapSteps!({ ...input, requestId: nextId() }).swapId).not.toBe(swapId);
      expect(gasUsed).toBeLessThanOrEqual(
        gasUnits({ type: 'deposit', currency: to, swapGas: swap.gas }),
      );
    },
  );

  test('of an exact output gives exactly that, and the rest back', async () => {
    const [from, to] = [token('dai'), token('wbtc')];
    const { quote, swap } = swapOf({ from, to, type: 'EXACT_OUTPUT', amount: 1_000_000n });
    const [got, gave] = [await balance(recipient, to), await balance(trader(), from)];
    const { steps } = deposits().swapSteps!({
      requestId: nextId(),
      payer: trader(),
      swap: { ...swap, minimum: 1_000_000n },
      currency: to,
      recipient,
      maximum: 1_000_000n,
    });
    await send(steps);
    expect((await balance(recipient, to)) - got).toBe(1_000_000n);
    expect(gave - (await balance(trader(), from))).toBe(quote.amountIn);
  });
});

describe('approval and plan as one batch (EIP-5792)', () => {
  const account = () => privateKeyToAccount(node.devnet.description.roles.faucet.privateKey);

  /**
   * Sends a transaction of the account to itself that first makes it act as a contract, or as none
   * any more.
   */
  async function actAs(contract: Hex, data: Hex): Promise<Hex> {
    const own = account();
    const nonce = await node.client.getTransactionCount({ address: own.address });
    const authorization = await own.signAuthorization({
      address: contract,
      chainId,
      nonce: nonce + 1,
    });
    const hash = await node.client.sendTransaction({
      account: own,
      chain: node.client.chain,
      to: own.address,
      data,
      gas: 4_000_000n,
      authorizationList: [authorization],
    });
    await node.devnet.mine(chainId);
    return hash;
  }

  /** A wallet whose account makes all calls of a batch in one transaction, or none (EIP-7702). */
  function batchingWallet() {
    const sent: Hex[] = [];
    const request = async ({
      method,
      params = [],
    }: {
      method: string;
      params?: readonly unknown[];
    }): Promise<unknown> => {
      if (method === 'wallet_getCapabilities')
        return { [toHex(chainId)]: { atomic: { status: 'supported' } } };
      if (method === 'wallet_sendCalls') {
        const [{ calls }] = params as [
          { readonly calls: readonly { readonly to: Hex; readonly data: Hex }[] },
        ];
        const data = encodeFunctionData({
          abi: multicall3Abi,
          functionName: 'aggregate3',
          args: [
            calls.map(({ to, data: callData }) => ({ target: to, allowFailure: false, callData })),
          ],
        });
        const hash = await actAs(node.chain.contracts.multicall3, data);
        sent.push(hash);
        return { id: hash };
      }
      if (method === 'wallet_getCallsStatus') {
        const receipt: { readonly status: Hex } | null = await node.client.request({
          method: 'eth_getTransactionReceipt',
          params: [params[0] as Hex],
        });
        return {
          version: '2.0.0',
          id: params[0],
          chainId: toHex(chainId),
          atomic: true,
          ...(receipt === null
            ? { status: 100 }
            : { status: receipt.status === '0x1' ? 200 : 500, receipts: [receipt] }),
        };
      }
      return node.client.request({ method, params } as never);
    };
    return {
      sent,
      wallet: createWalletClient({
        account: node.trader,
        chain: node.client.chain,
        transport: custom({ request }),
      }),
    };
  }

  test.each([
    ['makes both', 0n],
    ['makes neither where the plan fails', 1n],
  ])('%s', async (_, missing) => {
    const { quote, swap } = swapOf({
      from: token('dai'),
      to: token('usdc'),
      type: 'EXACT_INPUT',
      amount: 50n * ether,
    });
    const amount = quote.amountOut + missing;
    const steps = deposits().steps({
      requestId: nextId(),
      orderId: nextId(),
      payer: trader(),
      currency: token('usdc'),
      amount,
      swap: { ...swap, minimum: amount },
    });
    const { depository, approvalProxy } = node.chain.contracts;
    const [gave, held] = [
      await balance(trader(), token('dai')),
      await balance(depository, token('usdc')),
    ];
    const { sent, wallet } = batchingWallet();
    try {
      const task = await createEvmExecutor({ wallet, pollMs: 25 }).claimAll?.(
        steps.map((step) => ({ step, item: step.items[0]! })),
      );
      if (task === undefined) throw new Error('The wallet takes batches.');
      expect(task.effects().map(({ type }) => type)).toEqual(
        steps
          .flatMap((step) => transactionEffects(readTransaction(step.items[0]!.data)!))
          .map(({ type }) => type),
      );
      const replaced: string[] = [];
      const context = {
        signal: closing.signal,
        onReplaced: (txId: string) => void replaced.push(txId),
      };
      const confirmed = task.confirm?.(await task.submit(context), context);
      if (missing > 0n)
        await expect(confirmed).rejects.toMatchObject({ code: 'TRANSACTION_REVERTED' });
      else await confirmed;
      // The chain says what came of it, so its transaction is known either way.
      expect(replaced).toEqual(sent);
    } finally {
      await actAs(native, '0x');
      await followed.reach((await node.client.getBlock()).hash);
    }
    expect((await balance(depository, token('usdc'))) - held).toBe(
      missing > 0n ? 0n : quote.amountOut,
    );
    expect(gave - (await balance(trader(), token('dai')))).toBe(missing > 0n ? 0n : swap.amount);
    expect(
      await node.client.readContract({
        address: token('dai') as Hex,
        abi: erc20Abi,
        functionName: 'allowance',
        args: [node.trader, approvalProxy],
      }),
    ).toBe(0n);
  });
});
