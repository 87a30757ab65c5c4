import { eventually } from '@portage/testing';
import { testUsdcAbi } from '@portage/contracts';
import type { Quote, RequestEntry, StatusResponse } from '@portage/core';
import { quoteSchema, reindexResponseSchema, requestsResponseSchema } from '@portage/core/schemas';
import { createPublicClient, createWalletClient, http, zeroAddress, type Hex } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { findPlace } from '../src/currencies.js';
import { createSolanaSide } from '../src/demonstrations/solanaSide.js';
import { everythingPaid } from './everythingPaid.js';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';
import { endOf } from './endOf.js';

/** Plain transfers to deposit addresses on real chains: every arrival has a defined end. */
let system: TestSystem;

const dollar = 1_000_000n;

beforeAll(async () => {
  system = await useSystem();
});
afterAll(async () => {
  await system.close();
});

interface Parties {
  readonly quote: Quote;
  readonly address: Hex;
  readonly recipient: Hex;
  readonly refundTo: Hex;
}

async function ask(members: Readonly<Record<string, unknown>> = {}): Promise<Parties> {
  const recipient = privateKeyToAddress(generatePrivateKey());
  const refundTo = privateKeyToAddress(generatePrivateKey());
  const body = {
    user: privateKeyToAddress(generatePrivateKey()),
    recipient,
    refundTo,
    useDepositAddress: true,
    originChainId: 8453,
    destinationChainId: 10,
    originCurrency: system.usdc(8453),
    destinationCurrency: system.usdc(10),
    amount: (20n * dollar).toString(),
    ...members,
  };
  const answer = await fetch(`${system.url}/quote/v2`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  const quote = quoteSchema.parse(await answer.json());
  return { quote, address: quote.steps[0]?.depositAddress as Hex, recipient, refundTo };
}

async function statusNow(requestId: string): Promise<string> {
  const answer = await fetch(`${system.url}/intents/status/v3?requestId=${requestId}`);
  return ((await answer.json()) as StatusResponse).status;
}

const strict = (dollars: bigint): Readonly<Record<string, unknown>> => ({
  tradeType: 'EXACT_OUTPUT',
  amount: (dollars * dollar).toString(),
});

/** The paying account is no party of the request, as where an exchange pays. */
async function send(
  account: number,
  to: Hex,
  amount: bigint,
  {
    chainId = 8453,
    isNative = false,
  }: { readonly chainId?: 8453 | 10; readonly isNative?: boolean } = {},
): Promise<Hex> {
  const transport = http(system.chain(chainId).rpcUrl);
  const sender = createWalletClient({
    account: privateKeyToAccount(system.privateKey(account)),
    transport,
  });
  const hash = isNative
    ? await sender.sendTransaction({ chain: null, to, value: amount })
    : await sender.writeContract({
        chain: null,
        address: system.usdc(chainId),
        abi: testUsdcAbi,
        functionName: 'transfer',
        args: [to, amount],
      });
  expect(
    (
      await createPublicClient({ transport, pollingInterval: 50 }).waitForTransactionReceipt({
        hash,
      })
    ).status,
  ).toBe('success');
  return hash;
}

/** Native currency that a contract passes on: it moves without a log. */
async function sendByContract(to: Hex, amount: bigint): Promise<Hex> {
  const transport = http(system.chain(8453).rpcUrl);
  const sender = createWalletClient({
    account: privateKeyToAccount(system.privateKey(6)),
    transport,
  });
  const client = createPublicClient({ transport, pollingInterval: 50 });
  const { contractAddress } = await client.waitForTransactionReceipt({
    hash: await sender.sendTransaction({
      chain: null,
      data: '0x695f5f5f5f345f355af1005f52600a6016f3',
    }),
  });
  const hash = await sender.sendTransaction({
    chain: null,
    to: contractAddress!,
    value: amount,
    data: `0x${to.slice(2).padStart(64, '0')}`,
  });
  expect((await client.waitForTransactionReceipt({ hash })).status).toBe('success');
  return hash;
}

async function balance(
  chainId: 8453 | 10,
  holder: Hex,
  currency: Hex = system.usdc(chainId),
): Promise<bigint> {
  const client = createPublicClient({ transport: http(system.chain(chainId).rpcUrl) });
  return currency === zeroAddress
    ? client.getBalance({ address: holder })
    : client.readContract({
        address: currency,
        abi: testUsdcAbi,
        functionName: 'balanceOf',
        args: [holder],
      });
}

const end = (requestId: string): Promise<StatusResponse> => endOf(system.url, requestId);

async function listed(address: Hex, withChildren: boolean): Promise<readonly RequestEntry[]> {
  const answer = await fetch(
    `${system.url}/requests/v2?depositAddress=${address}${withChildren ? '&includeChildRequests=true' : ''}`,
  );
  return requestsResponseSchema.parse(await answer.json()).requests;
}

const paid = (address: Hex, count: number): Promise<readonly RequestEntry[]> =>
  eventually(
    async () => {
      const requests = (await listed(address, true)).filter(({ status }) => status === 'success');
      return requests.length === count ? requests : undefined;
    },
    (found) => found !== undefined,
    { what: `${String(count)} requests of the address` },
  );

async function reindex(body: object): Promise<Response> {
  return fetch(`${system.url}/transactions/deposit-address/reindex`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const soundBooks = async (): Promise<void> => {
  await everythingPaid(system);
  expect(await system.service.settlement.ledger.audit()).toEqual([]);
};

const index = (txHash: Hex): Promise<Response> =>
  fetch(`${system.url}/transactions/index`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chainId: 8453, txHash }),
  });

/** Gas of the sweep and of the refund of a request, in USD. */
async function gasOf(
  requestId: string,
): Promise<{ readonly swept: number; readonly refunded: number }> {
  const [row] = await system.service.database.query<{ swept: bigint; charged: string }>(
    `select b.gas_cost as swept, s.intent ->> 'charged' as charged from requests r
       join settlements s on s.order_id = r.order_id and s.kind = 'refund'
       join outbox b on b.order_id = r.order_id and b.leg = 'sweep:1' and b.state = 'mined'
       where r.id = decode(substr($1, 3), 'hex')`,
    [requestId],
  );
  const query = `chainId=8453&address=${zeroAddress}`;
  const answer = await fetch(`${system.url}/currencies/token/price?${query}`);
  const { price } = (await answer.json()) as { price: number };
  const usd = (wei: bigint): number => (Number(wei) / 1e18) * price;
  return { swept: usd(row?.swept ?? 0n), refunded: usd(BigInt(row?.charged ?? 0)) };
}

const listedBy = async (query: string): Promise<readonly RequestEntry[]> =>
  requestsResponseSchema.parse(await (await fetch(`${system.url}/requests/v2?${query}`)).json())
    .requests;

describe("a payer's own transfer to a deposit address", () => {
  test.each([
    ['a token', false, 20n * dollar],
    ['native currency', true, 10n ** 16n],
  ] as const)(
    'is what its request names, and what it is found by: %s',
    async (_, isNative, amount) => {
      const { quote, address } = await ask(
        isNative
          ? {
              originCurrency: zeroAddress,
              destinationCurrency: zeroAddress,
              amount: amount.toString(),
            }
          : {},
      );
      const hash = await send(0, address, amount, { isNative });
      const { status, inTxHashes } = await end(quote.requestId);
      expect({ status, inTxHashes }).toEqual({ status: 'success', inTxHashes: [hash] });
      expect((await index(hash)).status).toBe(200);
      const [entry, ...others] = await listedBy(`hash=${hash}`);
      expect(others).toEqual([]);
      expect(entry).toMatchObject({
        id: quote.requestId,
        depositAddress: { depositTxHash: hash },
        data: {
          inTxs: [
            {
              hash,
              chainId: 8453,
              status: 'success',
              block: expect.any(Number) as number,
              stateChanges: [{ address, change: { balanceDiff: amount.toString() } }],
            },
          ],
        },
      });
      // The sweep is the transaction of the deposit itself.
      const { transactionId } = entry!.protocol!.deposit!.origin;
      expect(transactionId).not.toBe(hash);
      expect((await listedBy(`hash=${transactionId}`)).map(({ id }) => id)).toEqual([
        quote.requestId,
      ]);
    },
  );

  test('is named by the request that it paid for, where an open address was paid twice (deposit-addresses#payers-transfers)', async () => {
    const { quote, address } = await ask();
    const first = await send(1, address, 20n * dollar);
    await end(quote.requestId);
    const second = await send(1, address, 30n * dollar);
    const [latest] = (await paid(address, 2)).filter(({ id }) => id !== quote.requestId);
    expect(latest!.data.inTxs.map(({ hash }) => hash)).toEqual([second]);
    const found = await listedBy(`hash=${second}&includeChildRequests=true`);
    expect(found.map(({ id }) => id)).toContain(latest!.id);
    const own = await listedBy(`id=${quote.requestId}`);
    expect(own[0]!.data.inTxs.map(({ hash }) => hash)).toEqual([first]);
  });

  test('is found as soon as somebody tells of it', async () => {
    const { quote, address } = await ask();
    const hash = await send(2, address, 20n * dollar);
    expect((await index(hash)).status).toBe(200);
    expect((await listedBy(`hash=${hash}`)).length).toBeLessThanOrEqual(1);
    await end(quote.requestId);
    expect((await listedBy(`hash=${hash}`)).map(({ id }) => id)).toEqual([quote.requestId]);
  });

  test('is found in a transaction of a contract, of which no log tells (requests#index-internal)', async () => {
    const { quote, address } = await ask({
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: (10n ** 16n).toString(),
    });
    const hash = await sendByContract(address, 10n ** 16n);
    expect(await (await index(hash)).json()).toEqual({
      message: 'The transaction was found; its deposits are credited once they are final.',
    });
    expect(await end(quote.requestId)).toMatchObject({ status: 'success', inTxHashes: [hash] });
    expect((await listedBy(`hash=${hash}`)).map(({ id }) => id)).toEqual([quote.requestId]);
  });

  test('pays nobody but its own address, so that others are not found by it', async () => {
    const hash = await send(0, privateKeyToAddress(generatePrivateKey()), dollar);
    const answer = await index(hash);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      { message: 'The transaction was found; it holds no deposit.' },
    ]);
    expect(await listedBy(`hash=${hash}`)).toEqual([]);
  });
});

describe('an open deposit address', () => {
  test('D1: the quoted amount fills the order as quoted', async () => {
    const { quote, address, recipient } = await ask();
    await send(0, address, 20n * dollar);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balance(10, recipient)).toBe(BigInt(quote.details.currencyOut.amount));
    const days = ((quote.protocol.v2?.orderData.output.deadline ?? 0) - Date.now() / 1000) / 86_400;
    expect(days > 179 && days <= 180).toBe(true);
    const found: unknown = await (
      await fetch(`${system.url}/deposit-addresses/v1?address=${address}`)
    ).json();
    expect(found).toMatchObject({
      depositAddress: address,
      type: 'open',
      requestId: quote.requestId,
      chainId: 8453,
      currency: system.usdc(8453).toLowerCase(),
    });
    expect(
      await (await fetch(`${system.url}/deposit-addresses/v1?requestId=${quote.requestId}`)).json(),
    ).toEqual(found);
  });

  test('D2, D3, D16: less, more and again, from anybody, are each quoted when they arrive', async () => {
    const { quote, address, recipient, refundTo } = await ask();
    await send(0, address, 10n * dollar);
    // A reader who waits for the quoted request learns the outcome of the money.
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    const [first] = await paid(address, 2);
    await send(1, address, 33n * dollar);
    await paid(address, 3);
    await send(2, address, 20n * dollar);
    const all = await paid(address, 4);
    const outs = all
      .filter(({ id }) => id !== quote.requestId)
      .map(({ data }) => BigInt(data.amountOut ?? 0));
    expect(await balance(10, recipient)).toBe(outs.reduce((sum, out) => sum + out, 0n));
    expect(outs.every((out) => out > 9n * dollar && out < 33n * dollar)).toBe(true);
    expect(await balance(8453, refundTo)).toBe(0n);
    // Children are listed only on request.
    const [own, ...others] = await listed(address, false);
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      id: quote.requestId,
      data: {
        supersededByRequestId: all.find(
          ({ id, data }) => id !== quote.requestId && data.amountOut === first?.data.amountOut,
        )?.id,
      },
    });
    expect(own?.depositAddress).toMatchObject({ address, depositAddressType: 'open' });
    await soundBooks();
  });

  test('D2: what does not cover its fees goes back (deposit-addresses#worth)', async () => {
    const { quote, address, refundTo, recipient } = await ask();
    await send(3, address, dollar / 25n);
    expect(await end(quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    const back = await balance(8453, refundTo);
    expect(back > 0n && back < dollar / 25n).toBe(true);
    expect(await balance(10, recipient)).toBe(0n);
  });

  test('another currency: native money is found by its balance and filled (deposit-addresses#watched)', async () => {
    const { quote, address, recipient } = await ask({
      originCurrency: zeroAddress,
      destinationCurrency: zeroAddress,
      amount: (10n ** 16n).toString(),
    });
    expect(quote.steps[0]?.items[0]?.data).toMatchObject({
      to: address,
      data: '0x',
      value: (10n ** 16n).toString(),
    });
    await send(4, address, 10n ** 16n, { isNative: true });
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balance(10, recipient, zeroAddress)).toBe(
      BigInt(quote.details.currencyOut.amount),
    );
  });
});

test('an address on one family of chains pays on another, as quoted and again', async () => {
  const to = findPlace(system.devnet, 'usdc@solana');
  const solana = createSolanaSide(createContext(system, 0));
  const recipient = await solana.freshAccount();
  const { quote, address } = await ask({
    destinationChainId: to.chainId,
    destinationCurrency: to.address,
    recipient,
  });
  await send(4, address, 20n * dollar);
  const first = BigInt(quote.details.currencyOut.amount);
  expect(await end(quote.requestId)).toMatchObject({
    status: 'success',
    destinationChainId: to.chainId,
    amountOut: first.toString(),
  });
  expect(await solana.balanceOf(to, recipient)).toBe(first);
  await send(5, address, 12n * dollar);
  const [second] = (await paid(address, 2)).filter(({ id }) => id !== quote.requestId);
  const out = BigInt(second?.data.amountOut ?? 0);
  expect(out > 10n * dollar && out < 12n * dollar).toBe(true);
  expect(await solana.balanceOf(to, recipient)).toBe(first + out);
  await soundBooks();
});

describe('a strict deposit address', () => {
  test('D3: more fills the quoted amount, the rest goes back (deposit-addresses#strict)', async () => {
    const { quote, address, recipient, refundTo } = await ask(strict(15n));
    const input = BigInt(quote.details.currencyIn.amount);
    await send(5, address, input + 3n * dollar);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balance(10, recipient)).toBe(15n * dollar);
    const back = await eventually(
      async () => (await balance(8453, refundTo)) || undefined,
      (found) => found !== undefined,
      { what: 'the excess is back' },
    );
    expect(back > 2n * dollar && back < 3n * dollar).toBe(true);
    // D5: a second payment is refunded, whoever made it.
    await send(6, address, input);
    const all = await eventually(
      async () => ((await balance(8453, refundTo)) > back ? balance(8453, refundTo) : undefined),
      (found) => found !== undefined,
      { what: 'the second payment is back' },
    );
    expect(all - back > input - dollar && all - back < input).toBe(true);
    expect(await balance(10, recipient)).toBe(15n * dollar);
    await soundBooks();
  });

  test('D2, D16: less goes back to the account that was named, never to the sender', async () => {
    const { quote, address, refundTo } = await ask(strict(15n));
    const sender = privateKeyToAddress(system.privateKey(7));
    const input = BigInt(quote.details.currencyIn.amount);
    await send(7, address, input - 1n);
    const before = await balance(8453, sender);
    expect(await end(quote.requestId)).toMatchObject({
      status: 'refund',
      failReason: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
    });
    const back = await balance(8453, refundTo);
    expect(back > input - dollar && back < input).toBe(true);
    expect(await balance(8453, sender)).toBe(before);
    // Sent again and again, it must not cost the solver a sweep each.
    const { swept, refunded } = await gasOf(quote.requestId);
    expect(swept).toBeGreaterThan(0);
    expect(Number(input - 1n - back) / Number(dollar)).toBeCloseTo(swept + refunded, 5);
  });

  test('D2: a stranger who sends eleven parts of a hundred gets nothing ended: the payer is filled', async () => {
    const { quote, address, recipient, refundTo } = await ask(strict(15n));
    const input = BigInt(quote.details.currencyIn.amount);
    const part = (input * 11n) / 100n;
    await send(2, address, part);
    const back = await eventually(
      async () => (await balance(8453, refundTo)) || undefined,
      (found) => found !== undefined,
      { what: 'what the stranger sent is back' },
    );
    expect(back > 0n && back < part).toBe(true);
    expect(await statusNow(quote.requestId)).toBe('waiting');
    await send(3, address, input);
    expect(await end(quote.requestId)).toMatchObject({ status: 'success' });
    expect(await balance(10, recipient)).toBe(15n * dollar);
    await soundBooks();
  });

  test('D7, D8: another currency goes back when it is looked for; on another chain nobody is credited (deposit-addresses#other-currencies, deposit-addresses#other-chains)', async () => {
    const { quote, address, refundTo } = await ask(strict(15n));
    await send(8, address, 10n ** 16n, { isNative: true });
    const answer = await reindex({ chainId: 8453, depositAddress: address });
    expect(answer.status).toBe(200);
    expect(reindexResponseSchema.parse(await answer.json())).toMatchObject({
      triggeredCurrencies: [zeroAddress],
      failedCurrencies: 0,
    });
    const back = await eventually(
      async () => (await balance(8453, refundTo, zeroAddress)) || undefined,
      (found) => found !== undefined,
      { what: 'the other currency is back' },
    );
    expect(back > 0n && back < 10n ** 16n).toBe(true);
    expect(await statusNow(quote.requestId)).toBe('waiting');

    const other = await ask(strict(15n));
    await send(9, other.address, 15n * dollar, { chainId: 10 });
    const found = await reindex({
      chainId: 8453,
      depositAddress: other.address,
      targetChainId: 10,
    });
    expect(reindexResponseSchema.parse(await found.json()).triggeredCurrencies).toEqual([
      system.usdc(10).toLowerCase(),
    ]);
    const elsewhere = await eventually(
      async () => (await balance(10, other.refundTo)) || undefined,
      (found) => found !== undefined,
      { what: 'what came on another chain is back' },
    );
    expect(elsewhere).toBeGreaterThan(14n * dollar);
    expect(await statusNow(other.quote.requestId)).toBe('waiting');
    expect(await balance(10, other.recipient)).toBe(0n);
    expect((await reindex({ chainId: 8453, depositAddress: other.recipient })).status).toBe(404);
    await soundBooks();
  });
});
