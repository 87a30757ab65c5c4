import { describe, expect, test } from 'vitest';
import { createTestServer, idOf } from '../../../test/createTestServer.js';
import { findEntries } from './findEntries.js';

type Answer = Readonly<Record<'status' | 'code' | 'path', unknown>>;

async function refusal(query: string): Promise<Answer> {
  const { server } = await createTestServer();
  const answer = await server.inject({ url: `/requests/v3?${query}` });
  await server.close();
  const body = answer.json<{ errorCode?: string; errors?: { path: string }[] }>();
  return { status: answer.statusCode, code: body.errorCode, path: body.errors?.[0]?.path };
}

describe('GET /requests/v3', () => {
  test.each([
    ['startBlock=5', 'startBlock'],
    ['endBlock=5', 'endBlock'],
    ['includeTotal=true', 'includeTotal'],
    ['sortBy=amountUsd', 'sortBy'],
    ['fillTimeMin=3', 'fillTimeMin'],
    ['fillTimeMax=3', 'fillTimeMax'],
    ['filters=[]', 'filters'],
  ])('refuses %s by name (requests#v3-refused)', async (query, path) => {
    expect(await refusal(query)).toEqual({ status: 400, code: 'UNSUPPORTED_FEATURE', path });
  });

  test.each([
    ['referrer=shop', 'INVALID_REQUEST', 'referrer'],
    ['features=flying', 'INVALID_REQUEST', 'features'],
    ['features=app_fees,', 'INVALID_REQUEST', 'features'],
    ['amountUsdMin=much', 'INVALID_REQUEST', 'amountUsdMin'],
    ['user=0x0000000000000000000000000000000000000000', 'INVALID_ADDRESS', 'user'],
    ['fillTxHash=nothing', 'INVALID_REQUEST', 'fillTxHash'],
    ['failReason=BAD_LUCK', 'INVALID_REQUEST', 'failReason'],
  ])('refuses %s (requests#v3-referrer, requests#v3-filters)', async (query, code, path) => {
    expect(await refusal(query)).toEqual({ status: 400, code, path });
  });

  test('tells of a stored quote that no version reads without money', async () => {
    const { server, store } = await createTestServer();
    store.add(idOf(1));
    const answer = await server.inject({ url: '/requests/v3' });
    expect(answer.json()).toMatchObject({
      requests: [
        { id: idOf(1), requestType: null, features: [], data: { fees: null, route: null } },
      ],
    });
    await server.close();
  });

  test('is the successor of version 2, which tells when it ends (requests#v2-sunset)', async () => {
    const { server } = await createTestServer();
    const { headers } = await server.inject({ url: '/requests/v2' });
    expect(headers).toMatchObject({
      deprecation: `@${String(Date.UTC(2026, 10, 24) / 1000)}`,
      sunset: 'Wed, 24 Nov 2027 00:00:00 GMT',
      link: '</requests/v3>; rel="successor-version"',
    });
    const v3 = await server.inject({ url: '/requests/v3' });
    for (const header of ['deprecation', 'sunset']) expect(v3.headers).not.toHaveProperty(header);
    await server.close();
  });
});

describe('findEntries', () => {
  /** A store of `count` requests, and the reads of it. */
  function search(count: number, isKept: (index: number) => boolean) {
    const reads: number[] = [];
    const all = Array.from({ length: count }, (_, index) => index);
    const store = {
      getRequests: ({ limit, continuation = '0' }: { limit: number; continuation?: string }) => {
        const from = Number(continuation);
        reads.push(limit);
        const requests = all.slice(from, from + limit).map((index) => ({ id: String(index) }));
        const next = from + limit < count ? String(from + limit) : undefined;
        return Promise.resolve({ requests, continuation: next });
      },
      requests: {
        facts: (found: readonly object[]) => Promise.resolve(found.map((request) => ({ request }))),
        currencies: () => Promise.resolve(new Map()),
      },
    };
    const read = (limit: number, continuation?: string) =>
      findEntries(
        { store, now: Date.now } as never,
        { limit, continuation },
        { print: ({ request }) => Number(request.id), filters: [isKept] },
      );
    return { read, reads };
  }

  test('neither skips nor repeats an entry, wherever a page ends (requests#v3-pages)', async () => {
    const { read } = search(730, (index) => index % 7 === 0 || index > 700);
    const found: number[] = [];
    let continuation: string | undefined;
    do {
      const page = await read(5, continuation);
      expect(page.requests.length).toBeLessThanOrEqual(5);
      found.push(...page.requests);
      ({ continuation } = page);
    } while (continuation !== undefined);
    const all = Array.from({ length: 730 }, (_, index) => index);
    expect(found).toEqual(all.filter((index) => index % 7 === 0 || index > 700));
  });

  test('looks through 300 requests at most, and goes on behind them (requests#v3-pages)', async () => {
    const { read, reads } = search(1_000, () => false);
    expect(await read(20)).toEqual({ requests: [], continuation: '300' });
    expect(reads).toEqual([50, 50, 50, 50, 50, 50]);
  });
});
