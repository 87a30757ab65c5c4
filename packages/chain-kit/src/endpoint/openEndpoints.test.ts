import { systemClock } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { openEndpoints } from './openEndpoints.js';

/** Warnings about so many endpoints, of which `quorum` must agree. */
async function warningsOf(
  count: number,
  { quorum, devnet }: { readonly quorum?: number; readonly devnet?: boolean } = {},
): Promise<readonly string[]> {
  const stop = new AbortController();
  const rpcUrls = Array.from(
    { length: count },
    (_, index) => `https://rpc.name${String(index)}.example`,
  );
  const { warnings } = await openEndpoints(
    { name: 'one', rpcUrls, quorum, devnet, timeoutMs: 100 },
    {
      check: () => Promise.resolve(),
      signal: stop.signal,
      clock: systemClock,
      log: () => undefined,
    },
  );
  stop.abort();
  return warnings;
}

describe('openEndpoints', () => {
  it('H8: refuses a quorum below two, and warns of one that is no majority', async () => {
    await expect(warningsOf(1)).rejects.toThrow(/alone would be believed/);
    await expect(warningsOf(3, { quorum: 1 })).rejects.toThrow(/alone would be believed/);
    expect(await warningsOf(4, { quorum: 2 })).toEqual([expect.stringContaining('2 of 4')]);
    for (const count of [2, 3, 4, 5]) expect(await warningsOf(count)).toEqual([]);
  });

  it('H8: says nothing of a devnet', async () => {
    expect(await warningsOf(1, { devnet: true })).toEqual([]);
  });

  it('opens endpoints of another protocol as it is told', async () => {
    const stop = new AbortController();
    const opened: string[] = [];
    const { endpoints } = await openEndpoints(
      { name: 'one', rpcUrls: ['https://rest.example/path'], devnet: true, timeoutMs: 100 },
      {
        check: async ({ ask }) => {
          await ask([{ method: 'height', params: [] }]);
        },
        connect: (url) => {
          opened.push(url);
          return {
            label: 'rest.example',
            ask: (requests) => Promise.resolve(requests.map(() => ({ ok: true, result: 7 }))),
            close: () => Promise.resolve(),
          };
        },
        signal: stop.signal,
        clock: systemClock,
        log: () => undefined,
      },
    );
    stop.abort();
    expect(opened).toEqual(['https://rest.example/path']);
    expect(endpoints.map(({ label }) => label)).toEqual(['rest.example']);
  });

  it('H8: endpoints of one operator have one vote, and stand in for each other', async () => {
    const stop = new AbortController();
    const asked: string[] = [];
    const down = new Set<string>();
    const rpcUrls = ['https://a.one.example', 'https://b.one.example', 'https://two.test'];
    const { endpoints, quorum, connection } = await openEndpoints(
      { name: 'one', rpcUrls, timeoutMs: 100 },
      {
        check: () => Promise.resolve(),
        connect: (url) => ({
          label: url,
          ask: (requests) => {
            asked.push(url);
            if (down.has(url)) return Promise.reject(new Error('down'));
            return Promise.resolve(requests.map(() => ({ ok: true, result: url })));
          },
          close: () => Promise.resolve(),
        }),
        signal: stop.signal,
        clock: systemClock,
        log: () => undefined,
      },
    );
    const askAll = async (): Promise<readonly string[]> => {
      asked.length = 0;
      await Promise.all(endpoints.map(({ ask }) => ask([{ method: 'height', params: [] }])));
      return [...asked].sort();
    };
    expect(quorum).toBe(2);
    expect(connection.endpoints()).toHaveLength(3);
    expect(await askAll()).toEqual(['https://a.one.example', 'https://two.test']);
    down.add('https://a.one.example');
    expect(await askAll()).toEqual(rpcUrls);
    expect(await askAll()).toEqual(['https://b.one.example', 'https://two.test']);
    stop.abort();
  });

  it('refuses a quorum that cannot be', async () => {
    await expect(warningsOf(2, { quorum: 3 })).rejects.toThrow(/a quorum of 3/);
  });
});
