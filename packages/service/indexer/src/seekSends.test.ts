import type { Chain, Cursor } from '@portage/core/chain';
import type { SendFinder, SendSearch } from '@portage/core/plugin';
import { createFakeChain } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { seekSends } from './seekSends.js';

/** A search whose rounds the test makes. */
function startSeeking({
  find,
  watch,
}: { find?: SendFinder['find']; watch?: () => Promise<void> | undefined } = {}) {
  const searches: SendSearch[] = [];
  const watched: string[] = [];
  let payers: readonly string[] = [];
  let isKnown = true;
  let height: number | undefined;
  let wake: (goesOn: boolean) => void = () => undefined;
  const { chain } = createFakeChain({ id: 1, slug: 'one' });
  const sought: Chain = {
    ...chain,
    observe: {
      ...chain.observe,
      sends: {
        blocksMax: 10,
        find: (search, signal) => {
          searches.push(search);
          return find?.(search, signal) ?? Promise.resolve([`tx of ${String(search.first)}`]);
        },
      },
    },
  };
  const abort = new AbortController();
  const seeking = seekSends(
    {
      settlement: {
        requests: { openSenders: () => Promise.resolve(payers) },
        chains: { openWork: () => Promise.resolve({ has: () => isKnown }) },
      },
      clock: {
        now: () => 1_000_000,
        sleep: () =>
          new Promise((resolve) => {
            wake = resolve;
          }),
      },
      log: () => undefined,
      cursor: () => (height === undefined ? undefined : ({ height } as Cursor)),
      watch: (txId) => {
        watched.push(txId);
        return watch === undefined ? Promise.resolve() : watch();
      },
    },
    sought,
    abort.signal,
  );
  return {
    watched,
    /** Whether the reading of all chains knows of quotes here from now on. */
    know: (known: boolean) => {
      isKnown = known;
    },
    /** Makes one round at a height, with these payers' quotes open; returns what was read. */
    round: async (at: number | undefined, ...open: readonly string[]) => {
      [height, payers] = [at, open];
      searches.length = 0;
      wake(true);
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      return searches.map(({ first, last }) => `${String(first)} to ${String(last)}`);
    },
    end: async () => {
      abort.abort();
      wake(false);
      await seeking;
    },
  };
}

describe('a plain transfer that nobody tells of', () => {
  it('is looked for in the blocks that are written while its quote is open, and in no others', async () => {
    const { round, watched, end } = startSeeking();
    expect(await round(undefined, 'alice')).toEqual([]);
    expect(await round(100)).toEqual([]);
    expect(await round(103)).toEqual([]);
    expect(await round(105, 'alice')).toEqual(['104 to 105']);
    expect(await round(105, 'alice')).toEqual([]);
    expect(await round(130, 'alice')).toEqual(['106 to 115', '116 to 125', '126 to 130']);
    expect(await round(140)).toEqual([]);
    expect(watched).toEqual(['tx of 104', 'tx of 106', 'tx of 116', 'tx of 126']);
    await end();
  });

  it('is looked for from the look on after which its quote came', async () => {
    const { round, know, end } = startSeeking();
    know(false);
    expect(await round(100)).toEqual([]);
    // The quote came and was paid in block 102: the reading is older than that.
    expect(await round(103, 'alice')).toEqual([]);
    know(true);
    expect(await round(104, 'alice')).toEqual(['101 to 104']);
    expect(await round(105, 'alice')).toEqual(['105 to 105']);
    await end();
  });

  it('is looked for in older blocks after a start, and in those that a reorg has replaced', async () => {
    const { round, end } = startSeeking();
    expect((await round(100, 'alice'))[0]).toBe('36 to 45');
    expect(await round(98, 'alice')).toEqual([]);
    expect(await round(101, 'alice')).toEqual(['99 to 101']);
    await end();
  });

  it('is looked for in the same blocks again where the chain does not answer, or too many are looked up', async () => {
    let fails = true;
    const failing = startSeeking({
      find: () => (fails ? Promise.reject(new Error('It is down.')) : Promise.resolve(['a'])),
    });
    await failing.round(100);
    expect(await failing.round(101, 'alice')).toEqual(['101 to 101']);
    fails = false;
    expect(await failing.round(101, 'alice')).toEqual(['101 to 101']);
    expect(failing.watched).toEqual(['a']);
    await failing.end();
    const full = startSeeking({ watch: () => undefined });
    await full.round(100);
    expect(await full.round(101, 'alice')).toEqual(['101 to 101']);
    expect(await full.round(102, 'alice')).toEqual(['101 to 102']);
    await full.end();
  });
});
