import { connectChain, createHeadFeed, type Endpoint, type RpcReply } from '@portage/chain-kit';
import { systemClock } from '@portage/core';
import { expect, test } from 'vitest';
import type { Head } from './createHeads.js';
import { createFinalized } from './createFinalized.js';

/** Milliseconds between two questions at most. */
const everyMs = 12_000;

function headAt(height: number): Head {
  const hash = `0x${height.toString(16)}`;
  const ask = () => Promise.resolve([]);
  return { height, hash, time: height, parentHash: '0x', baseFee: 1n, logsBloom: undefined, ask };
}

/** A chain of three operators that call these heights final; undefined of one that refuses. */
async function follow(heights: Readonly<Record<string, number | undefined>>) {
  const stop = new AbortController();
  const asked: string[] = [];
  const state = { now: 1, height: 0 };
  const told = new Map(Object.entries(heights));
  const clock = () => state.now;
  const { quorum } = await connectChain(
    {
      slug: 'base',
      name: 'Base',
      timeoutMs: 1_000,
      rpcUrls: [...told.keys()].map((operator) => ({
        url: `https://${operator}.example`,
        operator,
      })),
    },
    {
      check: () => Promise.resolve(),
      busyCodes: [],
      connect: (url): Endpoint => ({
        label: url,
        ask: (requests) => {
          const [name = ''] = new URL(url).host.split('.');
          asked.push(...requests.map(() => name));
          const number = told.get(name);
          const reply: RpcReply =
            number === undefined
              ? { ok: false, error: { code: -39_001, message: 'Unknown block' } }
              : { ok: true, result: { number: `0x${number.toString(16)}` } };
          return Promise.resolve(requests.map(() => reply));
        },
        close: () => Promise.resolve(),
      }),
      signal: stop.signal,
      clock: { ...systemClock, now: clock },
      log: () => undefined,
    },
  );
  const heads = createHeadFeed<Head>(clock);
  const latest = createFinalized(quorum, heads, clock, stop.signal, {
    isLeft: () => false,
    tag: 'finalized',
    devnet: false,
  });
  const step = (): void => {
    state.now += everyMs;
    heads.publish(headAt((state.height += 1)));
  };
  return { latest, step, asked, told, stop, countOf: countIn(asked) };
}

function countIn(asked: readonly string[]): (name: string) => number {
  return (name) => asked.filter((one) => one === name).length;
}

test('H15: an endpoint that knows no finalized block is not asked for it, and has no vote', async () => {
  const { latest, step, countOf, told, stop } = await follow({ a: 10, b: 12, c: undefined });
  step();
  await expect.poll(latest).toBe(10);
  told.set('a', 14);
  step();
  await expect.poll(latest).toBe(12);
  told.set('b', 16);
  step();
  await expect.poll(latest).toBe(14);
  expect(['a', 'b', 'c'].map(countOf)).toEqual([3, 3, 1]);
  stop.abort();
});

test('H15: it is asked again after a while, as a young chain may know one by then', async () => {
  const { latest, step, countOf, told, stop } = await follow({ a: 10, b: undefined, c: undefined });
  step();
  await expect.poll(() => countOf('b')).toBe(1);
  told.set('b', 10);
  expect(latest()).toBe(0);
  for (let times = 0; times < 51 && latest() === 0; times += 1) {
    step();
    const asked = countOf('a');
    await expect.poll(() => countOf('a')).toBeGreaterThanOrEqual(asked);
  }
  await expect.poll(latest).toBe(10);
  expect(countOf('b')).toBe(2);
  stop.abort();
});
