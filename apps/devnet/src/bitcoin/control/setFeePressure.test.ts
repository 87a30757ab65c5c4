import { expect, test } from 'vitest';
import { signLocked, solverCoins, startNode, testKeys } from '../../../test/bitcoin/startNode.js';
import { rateWithin } from '../rpc/methods/miningMethods.js';
import { setFeePressure } from './setFeePressure.js';

const { script } = testKeys.users[0]!;

test('who pays less than the crowd waits until its blocks are mined, who pays more does not', () => {
  const node = startNode();
  setFeePressure(node, { satPerVb: 20, blocks: 2 });
  const [one, ...others] = solverCoins(node).slice(0, 13);
  const cheap = signLocked(one!, { script, value: one!.value - 150n * 10n });
  const dear = others.map((coin) => signLocked(coin, { script, value: coin.value - 150n * 30n }));
  for (const tx of [cheap, ...dear]) node.mempool.accept(tx);
  expect(rateWithin({ node }, 1)).toBeGreaterThan(20_000n);
  expect(rateWithin({ node }, 2)).toBeGreaterThan(20_000n);
  expect(rateWithin({ node }, 4)).toBe(1_000n);
  const mined = (): readonly string[] => node.miner.mine().transactions.map(({ id }) => id);
  const first = mined();
  expect(first).toEqual(expect.arrayContaining(dear.map(({ id }) => id)));
  expect(first).not.toContain(cheap.id);
  expect(mined()).not.toContain(cheap.id);
  expect(mined()).toContain(cheap.id);
});

test('another rate takes the place of the one before, and zero ends it', () => {
  const node = startNode();
  const count = setFeePressure(node, { satPerVb: 20, blocks: 3 });
  expect(node.mempool.size).toBe(count);
  setFeePressure(node, { satPerVb: 50, blocks: 3 });
  expect(node.mempool.size).toBe(count);
  expect(rateWithin({ node }, 3)).toBeGreaterThan(50_000n);
  setFeePressure(node, { satPerVb: 0, blocks: 1 });
  expect(node.mempool.size).toBe(0);
});

test.each([8_000, 40_000])('a block of %i weight units is full', (minedWeightMax) => {
  const node = startNode({ minedWeightMax });
  setFeePressure(node, { satPerVb: 5, blocks: 8 });
  for (let blocks = 0; blocks < 8; blocks += 1) {
    const { transactions } = node.miner.mine();
    const weight = transactions.slice(1).reduce((sum, tx) => sum + tx.weight, 0);
    expect(minedWeightMax - 4_000 - weight).toBeLessThan(440);
  }
});
