import { expect, it } from 'vitest';
import type { LaneEnd, RebalancePath } from '@portage/core/plugin';
import type { RebalanceFacts } from './planRebalance.js';
import { suggestRebalances } from './suggestRebalances.js';
import { defaultRebalancingPolicy } from '../policy/rebalancingPolicy.js';

const usd = 10n ** 6n;
const [one, two, three] = [1, 2, 3].map((chainId) => ({ chainId, currency: 'usdt' }));

const path: RebalancePath = {
  name: 'bridge',
  lanes: [{ origin: one ?? ends(), destination: two ?? ends() }],
  quote: (_, received) => ({ amount: received, seconds: 60, gas: 100_000 }),
  send: () => ({ to: 'bridge', value: 0n, data: '0x', gasLimit: 100_000 }),
  delivery: () => Promise.resolve(undefined),
};

function ends(): never {
  throw new Error('there are three');
}

/** Suggestion for the second chain, which holds 100 of 1,000. */
function suggest(balances: readonly [bigint, bigint, bigint], paths = [path]) {
  const all: readonly LaneEnd[] = [one ?? ends(), two ?? ends(), three ?? ends()];
  const facts: RebalanceFacts = {
    originChainId: 2,
    paths,
    demands: [],
    rebalances: [],
    policy: defaultRebalancingPolicy,
    inventory: all.map((end, index) => ({
      ...end,
      balance: (balances[index] ?? 0n) * usd,
      reserved: 0n,
    })),
    price: () => ({ decimals: 6, price: { usdE12: 10n ** 12n } }),
    target: () => 1_000n * usd,
  };
  const own = all.filter(({ chainId }) => chainId === 2);
  const others = () => all.filter(({ chainId }) => chainId !== 2);
  return suggestRebalances(facts, { own, others })[0];
}

it('names the chain that has most over its target, and the path from there', () => {
  expect(suggest([3_000n, 100n, 2_000n])).toMatchObject({
    target: 1_000n * usd,
    suggestion: { amount: 900n * usd, from: 1, path: 'bridge' },
  });
  expect(suggest([3_000n, 100n, 5_000n])).toMatchObject({
    suggestion: { amount: 900n * usd, from: 3, path: undefined },
  });
});

it('names no more than is spare, and no chain where nothing is', () => {
  expect(suggest([1_400n, 100n, 0n])).toMatchObject({
    suggestion: { amount: 400n * usd, from: 1 },
  });
  expect(suggest([1_000n, 100n, 0n])).toMatchObject({
    suggestion: { amount: 900n * usd, from: undefined, path: undefined },
  });
});

it('is silent within the band', () => {
  expect(suggest([3_000n, 800n, 0n])).toMatchObject({ suggestion: undefined });
  expect(suggest([3_000n, 799n, 0n])).toMatchObject({ suggestion: { amount: 201n * usd } });
});
