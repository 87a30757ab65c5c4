import { createClient } from '@portage/client';
import type { TransportRequest } from '@portage/core/executor';
import type { EndpointName } from '@portage/core/schemas';
import { describe, expect, test } from 'vitest';
import { getUsage, metrics } from '../index.js';

const row = {
  apiKey: 'key_00000000000000aa',
  timestamp: '2026-11-21T07:00:00.000Z',
  endpoint: '/quote/v2',
  statusCode: 400,
  errorCode: 'AMOUNT_TOO_LOW',
  count: 3,
};

describe('getUsage', () => {
  const asked: { endpoint: EndpointName; request: TransportRequest }[] = [];
  const transport = (answer: unknown) => ({
    call: (endpoint: EndpointName, request: TransportRequest) => {
      asked.push({ endpoint, request });
      return Promise.resolve(answer);
    },
  });

  test('asks by public ids and gives the rows', async () => {
    expect(
      await getUsage(transport({ metrics: [row] }), {
        granularity: 'daily',
        startTimestamp: 1,
        apiKeys: ['key_a', 'key_b'],
      }),
    ).toEqual([row]);
    expect(asked).toEqual([
      {
        endpoint: 'usage',
        request: {
          query: {
            granularity: 'daily',
            startTimestamp: 1,
            endTimestamp: undefined,
            apiKey: 'key_a,key_b',
          },
          signal: undefined,
        },
      },
    ]);
    expect(await getUsage(transport({ metrics: [] }))).toEqual([]);
  });

  test.each([
    null,
    {},
    { metrics: {} },
    { metrics: [null] },
    { metrics: [{ ...row, count: '3' }] },
    { metrics: [{ ...row, timestamp: 'x' }] },
    { metrics: [{ ...row, errorCode: 7 }] },
    { metrics: [{ ...row, statusCode: 1.5 }] },
  ])('does not take %j for usage', async (answer) => {
    await expect(getUsage(transport(answer))).rejects.toMatchObject({ code: 'INVALID_RESPONSE' });
  });
});

describe('metrics()', () => {
  const balances = {
    balances: [],
    totalBalanceUsd: 1,
    outstandingFastFillBalanceUsd: 0,
    pendingBalanceUsd: 0,
    availableBalanceUsd: 1,
  };

  test('extends a client, whose key goes into the header and nowhere else', async () => {
    const calls: { url: string; key: string | null }[] = [];
    const fetcher: typeof fetch = (input, init) => {
      const url = input instanceof Request ? input.url : input.toString();
      calls.push({ url, key: new Headers(init?.headers).get('x-api-key') });
      return Promise.resolve(Response.json(url.includes('usage') ? { metrics: [row] } : balances));
    };
    const client = createClient({
      baseUrl: 'http://service.example',
      apiKey: 'hidden',
      fetch: fetcher,
    }).extend(metrics());
    expect(await client.getUsage({ granularity: 'minutely', apiKeys: [row.apiKey] })).toEqual([
      row,
    ]);
    expect(await client.getAppFeeBalances('0xAb/..')).toEqual(balances);
    expect(calls).toEqual([
      {
        url: `http://service.example/metrics/usage?granularity=minutely&apiKey=${row.apiKey}`,
        key: 'hidden',
      },
      { url: 'http://service.example/app-fees/0xAb%2F../balances', key: 'hidden' },
    ]);
  });

  test('does not take anything for balances', async () => {
    for (const answer of [
      null,
      {},
      { ...balances, balances: {} },
      { ...balances, totalBalanceUsd: '1' },
      { ...balances, pendingBalanceUsd: undefined },
    ]) {
      const actions = metrics()({ call: () => Promise.resolve(answer) });
      await expect(actions.getAppFeeBalances('0x')).rejects.toMatchObject({
        code: 'INVALID_RESPONSE',
      });
    }
  });
});
