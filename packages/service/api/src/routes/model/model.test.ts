import { requestStatuses, type RequestEvent } from '@portage/core';
import { fakeAddress, fakeNative } from '@portage/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestServer, idOf, type TestServer } from '../../../test/createTestServer.js';

let parts: TestServer;
let now: number;

beforeEach(async () => {
  now = Date.now();
  parts = await createTestServer({ now: () => now });
});
afterEach(() => parts.server.close());

async function ask(url: string): Promise<{ readonly status: number; readonly body: unknown }> {
  const answer = await parts.server.inject({ url });
  return { status: answer.statusCode, body: answer.json() };
}

describe('GET /intents/status/v2', () => {
  it('tells each status in the words of version 2 (model#status-v2, model#status-v2-submitted)', async () => {
    const { store } = parts;
    const paths: readonly (readonly RequestEvent[])[] = [
      [],
      ['depositSent'],
      ['depositSeen'],
      ['depositSeen', 'fillSent'],
      ['depositSeen', 'fillSent', 'fillConfirmed'],
      ['depositSeen', 'refunded'],
      ['depositSeen', 'failed'],
    ];
    const words: unknown[] = [];
    for (const [index, events] of paths.entries()) {
      const id = idOf(index + 1);
      store.add(id);
      for (const event of events) store.apply(id, event);
      const { body } = await ask(`/intents/status/v2?requestId=${id}`);
      expect(body).toMatchObject({ requestId: id, time: expect.any(Number) as number });
      expect(body).not.toHaveProperty('updatedAt');
      const { body: newer } = await ask(`/intents/status/v3?requestId=${id}`);
      words.push([newer, body].map((answer) => (answer as { status: string }).status));
    }
    const others = requestStatuses.filter((word) => !['submitted', 'expired'].includes(word));
    expect(new Map(words as [string, string][])).toEqual(
      new Map([...others.map((word) => [word, word] as const), ['submitted', 'pending']]),
    );
  });

  it('calls what has expired waiting, and names its successor (model#status-v2-expired)', async () => {
    const request = parts.store.add(idOf(1));
    now = request.fillBy + 1;
    const answer = await parts.server.inject({ url: `/intents/status/v2?requestId=${idOf(1)}` });
    expect(answer.json()).toMatchObject({ status: 'waiting' });
    expect(answer.headers['deprecation']).toMatch(/^@\d+$/);
    expect(answer.headers['link']).toContain('/intents/status/v3');
    const unknown = await ask(`/intents/status/v2?requestId=${idOf(2)}`);
    expect(unknown).toMatchObject({ status: 404, body: { errorCode: 'UNKNOWN_REQUEST' } });
  });
});

describe('prices', () => {
  it('are numbers of USD, by address or by symbol (model#token-price, model#rates)', async () => {
    const native = `/currencies/token/price?chainId=1&address=${fakeNative}`;
    expect(await ask(native)).toEqual({ status: 200, body: { price: 2000 } });
    const usdc = `/currencies/token/price?chainId=1&address=${fakeAddress('usdc')}`;
    expect(await ask(usdc)).toEqual({ status: 200, body: { price: 1 } });
    expect((await ask('/prices/rates')).body).toMatchObject({ ETH: 2000, USDC: 1 });
  });

  it('are refused by name where there are none (model#token-price)', async () => {
    const priceOf = (chainId: number, address: string) =>
      ask(`/currencies/token/price?chainId=${String(chainId)}&address=${address}`);
    expect(await priceOf(9, fakeNative)).toMatchObject({
      body: { errorCode: 'UNSUPPORTED_CHAIN' },
    });
    expect(await priceOf(1, fakeAddress('bob'))).toMatchObject({
      body: { errorCode: 'UNSUPPORTED_CURRENCY' },
    });
    expect(await priceOf(1, 'nonsense')).toMatchObject({ body: { errorCode: 'INVALID_ADDRESS' } });
  });
});

it('A11: a deposit address that two members name is refused, whichever of them (deposit-addresses#v2-query)', async () => {
  const [id, other] = [idOf(1), idOf(2)];
  const named = `/deposit-addresses/v2?id=${id}&depositAddressId=`;
  for (const depositAddressId of [id, other])
    expect(await ask(`${named}${depositAddressId}`)).toMatchObject({
      status: 400,
      body: { errorCode: 'INVALID_REQUEST' },
    });
  expect(await ask(`/deposit-addresses/v2?depositAddressId=${id}`)).toMatchObject({ status: 404 });
});

it('trending currencies are those of a chain or of all (model#trending-order)', async () => {
  const read = async (query: string): Promise<readonly { chainId: number; address: string }[]> =>
    (await ask(`/currencies/trending${query}`)).body as { chainId: number; address: string }[];
  const all = await read('');
  expect(new Set(all.map(({ chainId }) => chainId))).toEqual(new Set([1, 2]));
  const listed = all.flatMap(({ chainId, address }) => (chainId === 1 ? [address] : []));
  expect(listed).toEqual(parts.chain.chain.assets.map(({ address }) => address));
  const own = await read('?chainId=2&limit=1&sortBy=relay24hBuyTxCount');
  expect(own).toMatchObject([{ chainId: 2, vmType: expect.any(String) as string }]);
  expect(await ask('/currencies/trending?chainId=9')).toMatchObject({
    body: { errorCode: 'UNSUPPORTED_CHAIN' },
  });
});

it('liquidity is what the solver may spend on a chain (model#liquidity-balances)', async () => {
  const { chain } = parts.chain;
  const { body } = await ask('/chains/liquidity?chainId=1');
  const { liquidity } = body as {
    liquidity: { address: string; balance: string; amountUsd?: string }[];
  };
  expect(liquidity.map(({ address, balance }) => [address, balance])).toEqual(
    chain.assets.flatMap(({ address }) => {
      const seen = chain.balances.spendable(address);
      return seen === undefined ? [] : [[address, seen.value.toString()]];
    }),
  );
  expect(liquidity).not.toEqual([]);
  const native = liquidity.find(({ address }) => address === fakeNative);
  // Whole units at 2,000 USD.
  const whole = Number(native?.balance) / 10 ** 18;
  expect(native).toMatchObject({ chainId: 1, decimals: 18, symbol: 'ETH' });
  expect(Number(native?.amountUsd)).toBeCloseTo(whole * 2_000, 2);
  expect(await ask('/chains/liquidity?chainId=9')).toMatchObject({
    body: { errorCode: 'UNSUPPORTED_CHAIN' },
  });
});

it('T3: a GET with an encoding of a body that is not there is answered', async () => {
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const answer = await parts.server.inject({ url: '/chains/liquidity?chainId=1', headers });
  expect(answer.statusCode).toBe(200);
});
