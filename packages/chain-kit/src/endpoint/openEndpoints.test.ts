import { describe, expect, it } from 'vitest';
import { openEndpoints } from './openEndpoints.js';

/** Warnings about so many endpoints, of which `quorum` must agree. */
function warningsOf(
  count: number,
  { quorum, devnet }: { readonly quorum?: number; readonly devnet?: boolean } = {},
): readonly string[] {
  const stop = new AbortController();
  const rpcUrls = Array.from({ length: count }, (_, index) => `https://${String(index)}.example`);
  const { warnings } = openEndpoints(
    { name: 'one', rpcUrls, quorum, devnet, timeoutMs: 100 },
    stop.signal,
  );
  stop.abort();
  return warnings;
}

describe('openEndpoints', () => {
  it('H5: warns of a quorum below two, and of one that is no majority', () => {
    const alone = [expect.stringContaining('One endpoint alone')];
    expect(warningsOf(1)).toEqual(alone);
    expect(warningsOf(3, { quorum: 1 })).toEqual(alone);
    expect(warningsOf(4, { quorum: 2 })).toEqual([expect.stringContaining('2 of 4')]);
    for (const count of [2, 3, 4, 5]) expect(warningsOf(count)).toEqual([]);
  });

  it('H5: says nothing of a devnet', () => {
    expect(warningsOf(1, { devnet: true })).toEqual([]);
  });

  it('refuses a quorum that cannot be', () => {
    expect(() => warningsOf(2, { quorum: 3 })).toThrow(/a quorum of 3/);
  });
});
