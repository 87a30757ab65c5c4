import { systemClock } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { openEndpoints } from './openEndpoints.js';

/** Warnings about so many endpoints, of which `quorum` must agree. */
async function warningsOf(
  count: number,
  { quorum, devnet }: { readonly quorum?: number; readonly devnet?: boolean } = {},
): Promise<readonly string[]> {
  const stop = new AbortController();
  const rpcUrls = Array.from({ length: count }, (_, index) => `https://${String(index)}.example`);
  const { warnings } = await openEndpoints(
    { name: 'one', rpcUrls, quorum, devnet, timeoutMs: 100 },
    {
      check: () => Promise.resolve(),
      ...{ signal: stop.signal, clock: systemClock, log: () => undefined },
    },
  );
  stop.abort();
  return warnings;
}

describe('openEndpoints', () => {
  it('H8: warns of a quorum below two, and of one that is no majority', async () => {
    const alone = [expect.stringContaining('One endpoint alone')];
    expect(await warningsOf(1)).toEqual(alone);
    expect(await warningsOf(3, { quorum: 1 })).toEqual(alone);
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
      { name: 'one', rpcUrls: ['https://rest.example/path'], timeoutMs: 100 },
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
        ...{ signal: stop.signal, clock: systemClock, log: () => undefined },
      },
    );
    stop.abort();
    expect(opened).toEqual(['https://rest.example/path']);
    expect(endpoints.map(({ label }) => label)).toEqual(['rest.example']);
  });

  it('refuses a quorum that cannot be', async () => {
    await expect(warningsOf(2, { quorum: 3 })).rejects.toThrow(/a quorum of 3/);
  });
});
