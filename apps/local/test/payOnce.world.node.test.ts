import { waitMsMax } from '@portage/testing';
import { isPortageError, type Quote, type QuoteBody } from '@portage/core';
import { createPortage, totalFees, type Portage } from '@portage/sdk';
import { createEvmExecutor } from '@portage/sdk/evm';
import { createPublicClient, createWalletClient, http, zeroAddress, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';
import { laterThan } from './rounds.js';

let system: TestSystem;
const amount = 10n ** 15n;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

const account = () => privateKeyToAccount(system.privateKey(4));
const reader = () => createPublicClient({ transport: http(system.chain(8453).rpcUrl) });
const walletOf = (chainId: number) =>
  createWalletClient({
    account: account(),
    transport: http(system.chain(chainId === 10 ? 10 : 8453).rpcUrl),
  });

/** An app of its own, as a second tab or a second script. */
function openApp(): Portage {
  return createPortage({
    baseUrl: system.url,
    executors: [createEvmExecutor({ wallet: walletOf, pollMs: 100 })],
    pollMs: 100,
  });
}

function bodyOf(more: Partial<QuoteBody> = {}): QuoteBody {
  return {
    user: account().address,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: zeroAddress,
    destinationCurrency: zeroAddress,
    amount: amount.toString(),
    ...more,
  };
}

/** Transactions that the account has made. */
const transactions = (): Promise<number> =>
  reader().getTransactionCount({ address: account().address });

const codeOf = async (result: Promise<unknown>): Promise<unknown> =>
  await result.then(
    () => 'no error',
    (error: unknown) => (isPortageError(error) ? error.code : error),
  );

/** Pays the deposit of a quote by hand, without any client. */
async function payByHand(quote: Quote): Promise<string> {
  const { to, data, value } = quote.steps[0]!.items[0]!.data as Record<string, Hex>;
  const hash = await walletOf(8453).sendTransaction({
    chain: null,
    to: to!,
    data: data!,
    value: BigInt(value ?? 0),
  });
  await reader().waitForTransactionReceipt({ hash, pollingInterval: 100 });
  return hash;
}

describe('a quote is paid once', () => {
  test('after a double click', async () => {
    const app = openApp();
    const request = bodyOf();
    const quote = await app.getQuote(request);
    const before = await transactions();
    const click = () => app.execute({ quote, request, minAmountOut: 1n });
    const [first, second] = await Promise.all([click(), codeOf(click())]);
    expect(first).toMatchObject({ status: 'success', extraDeposits: undefined });
    expect(second).toBe('ALREADY_PAID');
    expect(await transactions()).toBe(before + 1);
  });

  test('by a second script', async () => {
    const request = bodyOf();
    const quote = await openApp().getQuote(request);
    await openApp().execute({ quote, request, minAmountOut: 1n });
    const before = await transactions();
    expect(await codeOf(openApp().execute({ quote, request, minAmountOut: 1n }))).toBe(
      'ALREADY_PAID',
    );
    expect(await transactions()).toBe(before);
  });

  test('and not after its time', async () => {
    const app = openApp();
    const request = bodyOf({ ttl: 1 });
    const quote = await app.getQuote(request);
    await laterThan(quote.expiresAt! + 50);
    const before = await transactions();
    expect(await codeOf(app.execute({ quote, request, minAmountOut: 1n }))).toBe('QUOTE_EXPIRED');
    expect(await app.waitForStatus(quote.requestId)).toMatchObject({ status: 'expired' });
    expect(await transactions()).toBe(before);
  });
});

test('a result shows a second payment and its refund', async () => {
  const app = openApp();
  const quote = await app.getQuote(bodyOf());
  await payByHand(quote);
  expect(await app.resume({ requestId: quote.requestId })).toMatchObject({ status: 'success' });
  const extra = await payByHand(quote);
  const resumed = () => app.resume({ requestId: quote.requestId });
  await expect.poll(async () => (await resumed()).extraDeposits?.refundTxHashes.length).toBe(1);
  const { extraDeposits, txHashes } = await resumed();
  expect(extraDeposits?.inTxHashes).toEqual([extra]);
  const [back] = extraDeposits?.refundTxHashes ?? [];
  expect(txHashes).not.toContain(back);
  const answer = await fetch(`${system.url}/intents/status/v3?requestId=${quote.requestId}`);
  const payer = account().address.toLowerCase();
  expect(await answer.json()).toMatchObject({
    status: 'success',
    details: `The recipient was paid. What was paid beyond the order went back to ${payer} in ${back!}.`,
  });
});

test('whoever waits is told when the time of an unpaid quote is over, and of a payment after it', async () => {
  const app = openApp();
  const quote = await app.getQuote(bodyOf({ ttl: 10 }));
  const seen: string[] = [];
  const { status } = await app.waitForStatus(quote.requestId, {
    onStatus: (update) => void seen.push(update.status),
    timeoutMs: waitMsMax,
  });
  expect([status, seen]).toEqual(['expired', ['waiting', 'expired']]);
  // By the time of the chain, whose blocks say whole seconds and lag behind.
  await laterThan(quote.expiresAt! + 2_500);
  await payByHand(quote);
  // Until the service has seen the payment, the request is unpaid, and that is what it says.
  const url = `${system.url}/intents/status/v3?requestId=${quote.requestId}`;
  await expect
    .poll(async (): Promise<unknown> => (await fetch(url)).json())
    .not.toMatchObject({ status: 'expired' });
  expect(await app.resume({ requestId: quote.requestId })).toMatchObject({
    status: 'refund',
    failReason: 'TTL_EXPIRED',
  });
});

test('look-ups and prices come from the service, and store nothing', async () => {
  const app = openApp();
  const usdc = system.usdc(8453);
  const [found] = await app.getCurrencies({ term: 'usdc', chainIds: [8453] });
  expect(found).toMatchObject({ chainId: 8453, address: usdc.toLowerCase(), decimals: 6 });
  expect(await app.getSwapSources({ chainId: 8453 })).toContain('uniswap-v3');
  const price = await app.getPrice(bodyOf());
  expect(price).not.toHaveProperty('requestId');
  expect(totalFees(price).words).toMatch(/^\d+\.\d{6} USD: /);
  const quote = await app.getQuote(
    bodyOf({ originCurrency: usdc, amount: '5000000', useDepositAddress: true }),
  );
  const { requestId } = quote;
  const step = quote.steps.find(({ depositAddress }) => depositAddress !== undefined);
  expect(await app.getDepositAddress({ requestId })).toMatchObject({
    depositAddress: step?.depositAddress?.toLowerCase(),
    type: 'open',
  });
  const { requests } = await app.getRequests({ id: requestId });
  expect(requests.map(({ id, status }) => [id, status])).toEqual([[requestId, 'waiting']]);
});
