import { expect, test } from 'vitest';
import { signLocked, solverCoins, startNode, testKeys } from '../../../test/bitcoin/startNode.js';
import type { OwnCoin } from '../control/signTransfer.js';
import type { Tx } from '../transaction/readTransaction.js';

const [alice] = testKeys.users;
const { script } = alice!;

function pay(coin: OwnCoin, fee: bigint): Tx {
  return signLocked(coin, { script, value: coin.value - fee });
}

function coinOf(tx: Tx): OwnCoin {
  return { txId: tx.id, vout: 0, value: tx.outputs[0]!.value, key: alice! };
}

/** Room for three transactions of one input and one output beside the coinbase. */
const minedWeightMax = 4_000 + 3 * 440;

test('a child that pays enough takes its parent into the block before others', () => {
  const node = startNode({ minedWeightMax });
  const [one, two, three] = solverCoins(node);
  const parent = pay(one!, 200n);
  const child = pay(coinOf(parent), 5_000n);
  const middle = pay(two!, 1_500n);
  const low = pay(three!, 1_000n);
  for (const tx of [parent, low, middle, child]) node.mempool.accept(tx);
  const ids = (transactions: readonly Tx[]): readonly string[] =>
    transactions.slice(1).map(({ id }) => id);
  expect(ids(node.miner.mine().transactions)).toEqual([parent.id, child.id, middle.id]);
  expect(ids(node.miner.mine().transactions)).toEqual([low.id]);
});

test('a parent that pays well does not take in a child that pays little', () => {
  const node = startNode({ minedWeightMax });
  const [one, two, three] = solverCoins(node);
  const parent = pay(one!, 5_000n);
  const child = pay(coinOf(parent), 200n);
  const others = [pay(two!, 1_500n), pay(three!, 1_000n)];
  for (const tx of [parent, child, ...others]) node.mempool.accept(tx);
  const { transactions } = node.miner.mine();
  expect(transactions.slice(1).map(({ id }) => id)).toEqual(
    [parent, ...others].map(({ id }) => id),
  );
  expect(node.miner.mine().transactions[1]?.id).toBe(child.id);
});
