import { createEvmExecutor } from '@portage/sdk/evm';
import { createPortage } from '@portage/sdk';
import { createPublicClient, createWalletClient, erc20Abi, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { quoteSchema } from '@portage/core/schemas';
import type { Quote } from '@portage/core';
import { solanaChain } from '@portage/devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

/** Facts about payers and chains in quotes, held against the chains. */
let system: TestSystem;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const solana = 792_703_809;

async function quote(body: object): Promise<Quote> {
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ tradeType: 'EXACT_INPUT', ...body }),
  });
  return quoteSchema.parse(await answer.json());
}

async function statusOf({ requestId }: Quote): Promise<string> {
  const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
  return ((await answer.json()) as { status: string }).status;
}

test('a payer who asked before sees its balance, on chains of both families (quote#details-userBalance)', async () => {
  const [evm] = system.devnet.description.accounts;
  const [svm] = solanaChain(system.devnet.description).accounts;
  const chains = system.service.chains;
  const [usdc, sol] = [system.usdc(8453).toLowerCase(), chains.byId(solana).native.address];
  const bodies = [
    {
      user: evm!.address,
      originChainId: 8453,
      originCurrency: usdc,
      amount: '50000000',
      destinationChainId: 10,
      destinationCurrency: system.usdc(10),
    },
    {
      user: evm!.address,
      originChainId: 10,
      amount: '10000000000000000',
      originCurrency: chains.byId(10).native.address,
      destinationChainId: 8453,
      destinationCurrency: chains.byId(8453).native.address,
    },
    {
      user: svm!.address,
      recipient: evm!.address,
      originChainId: solana,
      originCurrency: sol,
      amount: '1000000000',
      destinationChainId: 8453,
      destinationCurrency: usdc,
    },
  ];
  for (const body of bodies) {
    const first = await quote(body);
    expect(first.details.userBalance).toBe('0');
    const held = await chains
      .byId(body.originChainId)
      .balances.read(first.details.sender, body.originCurrency);
    expect(held).toBeGreaterThan(0n);
    await expect.poll(async () => (await quote(body)).details.userBalance).toBe(held.toString());
  }
});

test('S4: an allowance that suffices is not asked for, and is not lowered (quote#fees-gas)', async () => {
  const { chain, usdc } = { chain: system.chain(8453), usdc: system.usdc(8453) };
  const wallet = createWalletClient({
    account: privateKeyToAccount(system.privateKey(3)),
    chain: system.devnet.client(8453).chain,
    transport: http(chain.rpcUrl),
  });
  const reader = createPublicClient({ transport: http(chain.rpcUrl), pollingInterval: 100 });
  const request = {
    user: wallet.account.address,
    originChainId: 8453,
    originCurrency: usdc,
    destinationChainId: 10,
    destinationCurrency: system.usdc(10),
    amount: '5000000',
  };
  const stepsOf = ({ steps }: Quote): readonly string[] => steps.map(({ id }) => id);
  const allow = async (amount: bigint): Promise<void> => {
    const hash = await wallet.writeContract({
      address: usdc,
      abi: erc20Abi,
      functionName: 'approve',
      args: [chain.contracts.depository, amount],
    });
    await reader.waitForTransactionReceipt({ hash });
  };
  const first = await quote(request);
  expect(stepsOf(first)).toEqual(['approve', 'deposit']);
  // A payment that uses the allowance up: what was read before it does not count after it.
  await allow(BigInt(request.amount));
  await expect.poll(async () => stepsOf(await quote(request))).toEqual(['deposit']);
  const exact = await quote(request);
  const { to, data } = exact.steps[0]!.items[0]!.data as { to: Hex; data: Hex };
  const paid = await wallet.sendTransaction({ to, data });
  await reader.waitForTransactionReceipt({ hash: paid });
  await expect.poll(async () => await statusOf(exact), { interval: 100 }).toBe('success');
  expect(stepsOf(await quote(request))).toEqual(['approve', 'deposit']);
  // One that is as good as unlimited stays.
  await allow(2n ** 256n - 1n);
  await expect.poll(async () => stepsOf(await quote(request))).toEqual(['deposit']);
  const later = await quote(request);
  expect(BigInt(later.fees.gas.amount)).toBeLessThan(BigInt(first.fees.gas.amount));
  const portage = createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet })],
  });
  const run = { request, quote: later, minAmountOut: later.details.currencyOut.minimumAmount };
  expect(await portage.execute(run)).toMatchObject({ status: 'success' });
  const left = await reader.readContract({
    address: usdc,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [wallet.account.address, chain.contracts.depository],
  });
  expect(left).toBeGreaterThan(2n ** 255n);
});
