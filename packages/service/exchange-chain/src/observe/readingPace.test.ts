import { connectChain } from '@portage/chain-kit';
import { systemClock } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { callWeights, hostBudget, type ExchangeTier } from '../endpoint/callWeights.js';
import { calls } from '../endpoint/requests.js';
import { readingPace } from './readingPace.js';

const minuteMs = 60_000;
const tiers: readonly (readonly [ExchangeTier, number])[] = [
  ['standard', 24_000],
  ['premium', 24_000],
  ['plus', 120_000],
  ['builder', 240_000],
];
const paceOf = (tier: ExchangeTier | undefined) =>
  readingPace({
    pollMs: 1_000,
    currencies: 1,
    weights: tier === undefined ? undefined : callWeights(tier),
  });

describe('the pace at which the exchange is read', () => {
  it('H15: is the usual one where a host weighs nothing', () => {
    expect(paceOf(undefined).pollMs(false)).toBe(1_000);
    expect(paceOf(undefined).readingMs).toBeUndefined();
  });

  it.each(tiers)('H15: leaves half of a minute of a %s account to payments', (tier, perMinute) => {
    const { weigh } = callWeights(tier);
    const { pollMs, wakeMs, readingMs = 0 } = paceOf(tier);
    const block = weigh(calls.height()) + 2 * weigh(calls.history(1, 100, 0));
    const reading = [
      calls.fee(1, 0),
      calls.fee(2, 0),
      calls.fee(2, 1),
      calls.account(1),
      calls.account(2),
      calls.nextNonce(1, 2),
      calls.nextNonce(2, 2),
      calls.apiKey(1, 2),
      calls.apiKey(2, 2),
    ].reduce((sum, call) => sum + weigh(call), 0);
    // A channel that announces without end brings no more than reading without one.
    const blockMs = Math.min(pollMs(false), wakeMs);
    const idle = (block * minuteMs) / blockMs + (reading * minuteMs) / readingMs;
    expect(idle).toBeLessThanOrEqual(perMinute / 2);
    // Quotes take what is no older than a minute.
    expect(pollMs(false)).toBeLessThan(minuteMs / 2);
    expect(readingMs).toBeLessThan(minuteMs);
    expect(pollMs(true)).toBeGreaterThanOrEqual(15_000);
  });
});

/** A host whose account has a tier, and what it was asked. */
async function openHost(tier: ExchangeTier) {
  const stop = new AbortController();
  const state = { now: 0 };
  const weights = callWeights(tier);
  const { rpc } = await connectChain(
    { slug: 'lighter', name: 'L', rpcUrls: ['https://a.example'], devnet: true, timeoutMs: 1_000 },
    {
      check: () => Promise.resolve(),
      busyCodes: [],
      budget: hostBudget(weights),
      connect: (label, { beforeCalls }) => ({
        label,
        ask: async (requests, signal) => {
          await beforeCalls?.(requests, signal);
          return requests.map(() => ({ ok: true, result: {} }));
        },
        close: () => Promise.resolve(),
      }),
      signal: stop.signal,
      clock: { ...systemClock, now: () => state.now },
      log: () => undefined,
    },
  );
  const [host] = rpc.endpoints;
  if (host?.askOnce === undefined) throw new Error('A host can be asked once.');
  return { ask: host.ask, askOnce: host.askOnce, state, weights, stop };
}

describe('the budget of a host', () => {
  it.each(tiers)('H15: no minute of a %s account has more than its weight', async (tier, most) => {
    const { askOnce, state, weights, stop } = await openHost(tier);
    const height = calls.height();
    const used: { readonly at: number; readonly weight: number }[] = [];
    const isTaken = () =>
      askOnce([height]).then(
        () => true,
        () => false,
      );
    for (; state.now < 3 * minuteMs; state.now += 50)
      while (await isTaken()) used.push({ at: state.now, weight: weights.weigh(height) });
    const within = (from: number): number =>
      used
        .filter(({ at }) => at >= from && at < from + minuteMs)
        .reduce((sum, { weight }) => sum + weight, 0);
    const fullest = Math.max(...[...new Set(used.map(({ at }) => at))].map(within));
    expect(fullest).toBeLessThanOrEqual(most);
    expect(fullest).toBeGreaterThan(0.8 * most);
    stop.abort();
  });

  it('H15: what is signed waits for nothing, and is counted', async () => {
    const { ask, askOnce, stop } = await openHost('premium');
    const sent = Array.from({ length: 5_000 }, () => ask([calls.send(12, '{}')]));
    expect(await Promise.all(sent)).toHaveLength(5_000);
    await expect(askOnce([calls.height()])).rejects.toMatchObject({ context: { status: 429 } });
    stop.abort();
  });
});
