import { describe, expect, it } from 'vitest';
import type { RebalanceLane, RebalancePath } from '@portage/core/plugin';
import { planRebalance, type RebalanceFacts } from './planRebalance.js';
import type { StoredRebalance } from './rebalance.js';
import { defaultRebalancingPolicy } from '../policy/rebalancingPolicy.js';

const usd = 10n ** 6n;
const [one, two] = [
  { chainId: 1, currency: 'usdt' },
  { chainId: 2, currency: 'usdt' },
] as const;
const there: RebalanceLane = { origin: one, destination: two };
const back: RebalanceLane = { origin: two, destination: one };

/** A path that keeps a hundredth of what is sent. */
const path: RebalancePath = {
  name: 'bridge',
  lanes: [there, back],
  quote: (_, received) => ({ amount: (received * 100n) / 99n, seconds: 60, gas: 100_000 }),
  send: () => ({ to: 'bridge', value: 0n, data: '0x', gasLimit: 100_000 }),
  delivery: () => Promise.resolve(undefined),
};

const facts = (changes: Partial<RebalanceFacts> = {}): RebalanceFacts => ({
  originChainId: 1,
  paths: [path],
  demands: [],
  rebalances: [],
  inventory: [
    { ...one, balance: 100_000n * usd, reserved: 0n },
    { ...two, balance: 1_000n * usd, reserved: 0n },
  ],
  price: () => ({ decimals: 6, price: { usdE12: 10n ** 12n } }),
  target: () => undefined,
  policy: defaultRebalancingPolicy,
  ...changes,
});

const demand = { ...two, amount: 21_000n * usd, orders: 2 };

const made = (changes: Partial<StoredRebalance> = {}): StoredRebalance => ({
  id: `0x${'7'.repeat(64)}`,
  path: 'bridge',
  purpose: 'orders',
  lane: there,
  amount: 10_000n * usd,
  received: 9_900n * usd,
  sender: 'us',
  recipient: 'us',
  microUsd: 10_000n * usd,
  costMicroUsd: 100n * usd,
  state: 'in flight',
  ageMs: 1_000,
  isLate: false,
  ...changes,
});

const targets = (a: bigint, b: bigint) => ({
  target: ({ chainId }: { readonly chainId: number }) => (chainId === 1 ? a : b) * usd,
});

describe('a rebalance for orders', () => {
  it('brings what is missing, with the cost of the path', () => {
    expect(planRebalance(facts({ demands: [demand] }))).toMatchObject({
      lane: there,
      purpose: 'orders',
      received: 20_000n * usd,
      amount: (20_000n * usd * 100n) / 99n,
      costMicroUsd: 202_020_202n,
    });
  });

  it('K9: is not made twice: what is in flight counts', () => {
    const whole = made({ received: 20_000n * usd });
    expect(planRebalance(facts({ demands: [demand], rebalances: [whole] }))).toBeUndefined();
    const sending = made({ received: 15_000n * usd, state: 'sending' });
    expect(planRebalance(facts({ demands: [demand], rebalances: [sending] }))).toMatchObject({
      received: 5_000n * usd,
    });
  });

  it('is not made for what is held, nor of what is promised or in doubt', () => {
    const [mine, theirs] = facts().inventory;
    if (mine === undefined || theirs === undefined) throw new Error('both are held');
    const without = (changes: object): RebalanceFacts =>
      facts({ demands: [demand], inventory: [{ ...mine, ...changes }, theirs] });
    expect(planRebalance(without({ reserved: 90_000n * usd }))).toBeUndefined();
    expect(planRebalance(without({ isHalted: true }))).toBeUndefined();
    const rich = facts({ demands: [{ ...demand, amount: 1_000n * usd }] });
    expect(planRebalance(rich)).toBeUndefined();
  });

  it('K11: stays within what may be in flight, and within what paths may keep in a day', () => {
    const bounded = (policy: Partial<RebalanceFacts['policy']>, rebalances = [made()]) =>
      planRebalance(
        facts({
          demands: [demand],
          rebalances,
          policy: { ...defaultRebalancingPolicy, ...policy },
        }),
      );
    expect(bounded({})).toBeDefined();
    expect(bounded({ inFlightPerPathMicroUsdMax: 20_000n * usd })).toBeUndefined();
    expect(bounded({ inFlightMicroUsdMax: 20_000n * usd })).toBeUndefined();
    expect(bounded({ costMicroUsdMax: 200n * usd })).toBeUndefined();
    const arrived = [made({ state: 'delivered', ageMs: 80_000_000 })];
    expect(bounded({ inFlightMicroUsdMax: 21_000n * usd }, arrived)).toBeDefined();
    expect(bounded({ costMicroUsdMax: 300n * usd }, arrived)).toBeUndefined();
  });

  it('rests after a failure, and behind a rebalance that is late', () => {
    const after = (changes: Partial<StoredRebalance>) =>
      planRebalance(facts({ demands: [demand], rebalances: [made(changes)] }));
    expect(after({ state: 'failed' })).toBeUndefined();
    expect(after({ state: 'failed', ageMs: 60_000 })).toBeDefined();
    expect(after({ isLate: true })).toBeUndefined();
  });
});

describe('a rebalance towards a target', () => {
  it('moves what one chain has over its target to where more than the band is missing', () => {
    expect(planRebalance(facts(targets(50_000n, 20_000n)))).toMatchObject({
      lane: there,
      purpose: 'target',
      received: 19_000n * usd,
    });
    expect(planRebalance(facts(targets(95_000n, 20_000n)))).toMatchObject({
      received: 5_000n * usd,
    });
    expect(planRebalance(facts(targets(50_000n, 1_200n)))).toBeUndefined();
    expect(planRebalance(facts(targets(99_500n, 20_000n)))).toBeUndefined();
    expect(planRebalance(facts())).toBeUndefined();
  });

  it('K11: is never farmed: nothing goes on or back for a while, whatever moved the inventory', () => {
    const back = { lane: { origin: two, destination: one } };
    const wanted = targets(50_000n, 20_000n);
    const after = (changes: Partial<StoredRebalance>) =>
      planRebalance(facts({ ...wanted, rebalances: [made({ state: 'delivered', ...changes })] }));
    expect(after({})).toBeUndefined();
    expect(after(back)).toBeUndefined();
    expect(after({ ageMs: defaultRebalancingPolicy.cooldownMs })).toBeDefined();
  });
});
