import { eventually } from '@portage/testing';
import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  http,
  type Hex,
  type PublicClient,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { evmChains } from './evmChains.js';
import { startTestSystem, type TestSystem } from './testSystem.js';
import { endOf } from './endOf.js';

/**
 * Deposits that are one transfer to the depository, on real chains. What they bring is in no
 * escrow; the books know whose it is, and the depository always holds what they say.
 */
let system: TestSystem;
let origin: PublicClient;
const testAmount = 100_000_000n;

beforeAll(async () => {
  system = await startTestSystem({ chains: evmChains });
  origin = createPublicClient({ transport: http(system.chain(8453).rpcUrl), pollingInterval: 50 });
});
afterAll(async () => {
  await system.close();
});
afterEach(async () => {
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
  await eventually(async () => (await booked()) === (await balanceOf(depository())), Boolean, {
    what: 'vault = books',
  });
});

const depository = (): Hex => system.chain(8453).contracts.depository;

async function booked(): Promise<bigint> {
  const books = await system.service.settlement.vault.read(8453);
  return books.get(system.usdc(8453).toLowerCase()) ?? 0n;
}

function balanceOf(account: Hex, chainId: 8453 | 10 = 8453): Promise<bigint> {
  const { rpcUrl } = system.chain(chainId);
  return createPublicClient({ transport: http(rpcUrl) }).readContract({
    abi: testUsdcAbi,
    address: system.usdc(chainId),
    functionName: 'balanceOf',
    args: [account],
  });
}

interface Parties {
  readonly quote: Quote;
  readonly orderId: string;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}

async function ask(account: number, amount = testAmount): Promise<Parties> {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const refundTo = privateKeyToAddress(generatePrivateKey());
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      user: payer(account).address,
      recipient,
      refundTo,
      amount: amount.toString(),
      originChainId: 8453,
      destinationChainId: 10,
      explicitDeposit: false,
      originCurrency: system.usdc(8453),
      destinationCurrency: system.usdc(10),
    }),
  });
  expect(answer.status).toBe(200);
  const quote = quoteSchema.parse(await answer.json());
  return { quote, orderId: quote.protocol.v2!.orderId, recipient, refundTo };
}

const payer = (account: number) => privateKeyToAccount(system.privateKey(account));

async function send(account: number, data: Hex, to = system.usdc(8453)): Promise<void> {
  const wallet = createWalletClient({
    account: payer(account),
    transport: http(system.chain(8453).rpcUrl),
  });
  const hash = await wallet.sendTransaction({ chain: null, to, data });
  expect((await origin.waitForTransactionReceipt({ hash })).status).toBe('success');
}

const direct = (amount: bigint, orderId: string): Hex =>
  `${encodeFunctionData({
    abi: testUsdcAbi,
    functionName: 'transfer',
    args: [depository(), amount],
  })}${orderId.slice(2)}`;

function expectRefund(got: bigint, paid: bigint): void {
  expect(got).toBeGreaterThan((paid * 98n) / 100n);
  expect(got).toBeLessThanOrEqual(paid);
}

describe('a transfer to the depository with the id of an order behind it', () => {
  test('quote#explicitDeposit: pays the order, and what it earned is collected', async () => {
    const amount = 1_300_000_000n;
    const { quote, recipient } = await ask(0, amount);
    const step = quote.steps[0]!.items[0]!.data;
    await send(0, step['data'] as Hex, step['to'] as Hex);
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    expect((await balanceOf(recipient, 10)).toString()).toBe(quote.details.currencyOut.amount);
    await eventually(
      () => balanceOf(depository()),
      (value) => value === 0n,
      { what: 'the earnings leave' },
    );
    await eventually(
      async () => (await system.service.settlement.collections.earnings())[0]?.due,
      (value) => value === 0n,
      { what: 'the books have it' },
    );
    const [done] = await system.service.settlement.collections.earnings();
    expect(done).toMatchObject({ chainId: 8453, earned: amount, collected: amount });
  });

  test('is refunded when it is short, under the id of its order, with its transaction', async () => {
    const { quote, orderId, refundTo } = await ask(1);
    await send(1, direct(testAmount - 1n, orderId));
    const status = await endOf(system.url, quote.requestId);
    expect(status).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    expect(status.txHashes).toHaveLength(1);
    expectRefund(await balanceOf(refundTo), testAmount - 1n);
  });

  test('is refunded when the order is paid already, whoever paid it and in whatever way', async () => {
    const { quote, orderId, refundTo } = await ask(2);
    await send(2, direct(testAmount, orderId));
    expect(await endOf(system.url, quote.requestId)).toMatchObject({ status: 'success' });
    await send(3, direct(testAmount, orderId));
    await eventually(
      () => balanceOf(refundTo),
      (value) => value > 0n,
      { what: 'the second one comes back' },
    );
    const first = await balanceOf(refundTo);
    expectRefund(first, testAmount);
    const approve = { abi: testUsdcAbi, functionName: 'approve' } as const;
    await send(3, encodeFunctionData({ ...approve, args: [depository(), testAmount] }));
    const deposit = { abi: depositoryAbi, functionName: 'depositErc20' } as const;
    const args = [payer(3).address, system.usdc(8453), testAmount, orderId as Hex] as const;
    await send(3, encodeFunctionData({ ...deposit, args }), depository());
    await eventually(
      () => balanceOf(refundTo),
      (value) => value > first,
      { what: 'the third one comes back' },
    );
    expectRefund((await balanceOf(refundTo)) - first, testAmount);
  });

  test('is kept for an operator under an id that nobody quoted', async () => {
    const held = await balanceOf(depository());
    await send(4, direct(5_000_000n, `0x${'77'.repeat(32)}`));
    await eventually(booked, (value) => value === held + 5_000_000n, { what: 'it is booked' });
    expect(await system.service.settlement.reconciliations.suspense()).toContainEqual(
      expect.objectContaining({ orderId: `0x${'77'.repeat(32)}`, amount: 5_000_000n }),
    );
  });
});
