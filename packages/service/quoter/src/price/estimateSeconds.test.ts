import { describe, expect, it } from 'vitest';
import { estimateSeconds, type TimedRoute, type Timing } from './estimateSeconds.js';

const chain = (id: number): TimedRoute['origin'] => ({
  id,
  secondsPerPayment: 3,
  finality: {
    confirmations: (microUsd) =>
      microUsd <= 100_000_000n ? 1 : microUsd <= 1_000_000_000n ? 6 : 'finalized',
  },
});
const route = (usd: bigint, payment: TimedRoute['payment'] = 'deposit'): TimedRoute => ({
  origin: chain(1),
  destination: chain(2),
  microUsd: usd * 1_000_000n,
  payment,
});
const timing: Timing = {
  blockSeconds: (id) => (id === 1 ? 0.5 : 12),
  finalSeconds: () => 20,
  payoutSeconds: (origin, destination) => (origin === 1 && destination === 2 ? 0.8 : undefined),
};

describe('the time from a deposit to its payout', () => {
  it.each<[string, bigint, number]>([
    ['one block', 100n, 1.3],
    ['six blocks', 1_000n, 3.8],
    ["the chain's own word", 1_001n, 21.3],
  ])('is finality of a deposit of its worth and a payout: %s', (_, usd, seconds) => {
    expect(estimateSeconds(route(usd), timing)).toBe(seconds);
  });

  it('is one more block through a deposit address, and one block alone', () => {
    expect(estimateSeconds(route(1n, 'depositAddress'), timing)).toBe(1.8);
    expect(estimateSeconds(route(1n, 'selfSwap'), timing)).toBe(0.5);
    expect(estimateSeconds(route(1n, 'send'), timing)).toBe(0.5);
  });

  it('is by settings until something was measured', () => {
    expect(estimateSeconds(route(100n), undefined)).toBe(6);
    expect(estimateSeconds(route(1_000n), undefined)).toBe(21);
    const unpaid = { ...timing, payoutSeconds: () => undefined };
    expect(estimateSeconds(route(100n), unpaid)).toBe(12.5);
  });
});
