import { expect, test } from 'vitest';
import {
  signLocked,
  solverCoins,
  startNode,
  testKeys,
  type Locks,
} from '../../../test/bitcoin/startNode.js';
import { signTransfer, type OwnCoin } from '../control/signTransfer.js';
import type { BitcoinNode } from '../node/createNode.js';
import { Reject } from '../reject.js';
import type { Tx } from '../transaction/readTransaction.js';

const [alice, bob] = testKeys.users;
const fee = 1_000n;

/** Reason for which the mempool, then a block, refuses a transaction. */
function refusals(node: BitcoinNode, tx: Tx): readonly (string | undefined)[] {
  const reasonOf = (action: () => unknown): string | undefined => {
    try {
      action();
    } catch (error) {
      if (error instanceof Reject) return error.reason;
      throw error;
    }
    return undefined;
  };
  return [
    reasonOf(() => node.mempool.test(tx)),
    reasonOf(() => node.miner.mine({ transactions: [tx] })),
  ];
}

function pay(coin: OwnCoin, locks: Locks = {}): Tx {
  return signLocked(coin, { script: bob!.script, value: coin.value - fee }, locks);
}

/** Coin that a transaction gives bob. */
function coinOf(tx: Tx): OwnCoin {
  return { txId: tx.id, vout: 0, value: tx.outputs[0]!.value, key: bob! };
}

function mine(node: BitcoinNode, blocks: number): void {
  for (let index = 0; index < blocks; index += 1) node.miner.mine({ transactions: [] });
}

/** A coin in the newest block. */
function freshCoin(node: BitcoinNode): OwnCoin {
  const tx = pay(solverCoins(node)[0]!);
  node.miner.mine({ transactions: [tx] });
  return coinOf(tx);
}

test('an output of a coinbase is spendable from the hundredth block after it', () => {
  const node = startNode();
  const { transactions } = node.miner.mine({ script: bob!.script });
  const tx = pay(coinOf(transactions[0]!));
  mine(node, 98);
  const why = 'bad-txns-premature-spend-of-coinbase';
  expect(refusals(node, tx)).toEqual([why, why]);
  mine(node, 1);
  expect(refusals(node, tx)).toEqual([undefined, undefined]);
});

test('a transaction locked to a height waits until the chain has it', () => {
  const node = startNode();
  const locktime = node.chain.tip.height + 1;
  const tx = pay(solverCoins(node)[0]!, { locktime });
  expect(refusals(node, tx)).toEqual(['non-final', 'bad-txns-nonfinal']);
  mine(node, 1);
  expect(refusals(node, tx)).toEqual([undefined, undefined]);
});

test('inputs of the final sequence lift the lock of a transaction', () => {
  const node = startNode();
  const locktime = node.chain.tip.height + 1_000;
  const tx = pay(solverCoins(node)[0]!, { locktime, sequence: 0xffffffff });
  expect(refusals(node, tx)).toEqual([undefined, undefined]);
});

test('a lock to a time counts by the median time of eleven blocks', () => {
  const node = startNode();
  const tx = pay(solverCoins(node)[0]!, { locktime: node.clock.now() + 600 });
  node.clock.shift(700);
  mine(node, 5);
  expect(refusals(node, tx)).toEqual(['non-final', 'bad-txns-nonfinal']);
  mine(node, 1);
  expect(refusals(node, tx)).toEqual([undefined, undefined]);
});

test('a relative lock counts the blocks since the coin', () => {
  const node = startNode();
  const tx = pay(freshCoin(node), { sequence: 3 });
  mine(node, 1);
  expect(refusals(node, tx)).toEqual(['non-BIP68-final', 'non-BIP68-final']);
  mine(node, 1);
  expect(refusals(node, tx)).toEqual([undefined, undefined]);
});

test('a relative lock counts the time since the coin in steps of 512 seconds', () => {
  const node = startNode();
  const tx = pay(freshCoin(node), { sequence: (1 << 22) | 2 });
  node.clock.shift(1_100);
  mine(node, 5);
  expect(refusals(node, tx)).toEqual(['non-BIP68-final', 'non-BIP68-final']);
  mine(node, 6);
  expect(refusals(node, tx)).toEqual([undefined, undefined]);
});

test('coins that do not exist, or are spent, cannot be spent', () => {
  const node = startNode();
  const [coin] = solverCoins(node);
  const why = ['bad-txns-inputs-missingorspent', 'bad-txns-inputs-missingorspent'];
  expect(refusals(node, pay({ ...coin!, txId: 'ab'.repeat(32) }))).toEqual(why);
  expect(refusals(node, pay({ ...coin!, vout: 99 }))).toEqual(why);
  node.miner.mine({ transactions: [pay(coin!)] });
  const again = signLocked(coin!, { script: alice!.script, value: coin!.value - fee });
  expect(refusals(node, again)).toEqual(why);
});

test('a transaction pays no more than its coins are worth', () => {
  const node = startNode();
  const [coin] = solverCoins(node);
  const tx = signLocked(coin!, { script: bob!.script, value: coin!.value + 1n });
  expect(refusals(node, tx)[0]).toBe('bad-txns-in-belowout');
  // A block of a miner that takes the missing satoshi from the subsidy is refused too.
  expect(refusals(node, tx)[1]).toBe('bad-txns-in-belowout');
});

/** Puts transactions that follow each other into the mempool. */
function fill(node: BitcoinNode, first: OwnCoin, count: number): readonly Tx[] {
  const chain: Tx[] = [];
  let coin = first;
  for (let index = 0; index < count; index += 1) {
    const { tx } = node.mempool.accept(pay(coin));
    chain.push(tx);
    coin = coinOf(tx);
  }
  return chain;
}

test('at most 25 transactions that wait follow each other', () => {
  const node = startNode();
  const chain = fill(node, solverCoins(node)[0]!, 25);
  const next = pay(coinOf(chain[24]!));
  expect(() => node.mempool.accept(next)).toThrow(/too-long-mempool-chain/);
  node.miner.mine();
  node.mempool.accept(next);
});

test('a replacement evicts at most a hundred transactions', () => {
  const node = startNode();
  const coins = solverCoins(node).slice(0, 5);
  coins.slice(0, 4).forEach((coin) => fill(node, coin, 25));
  fill(node, coins[4]!, 1);
  const replace = (spent: readonly OwnCoin[]): Tx => {
    const value = spent.reduce((sum, coin) => sum + coin.value, 0n) - 1_000_000n;
    return signTransfer(spent, [{ script: alice!.script, value }]);
  };
  expect(() => node.mempool.accept(replace(coins))).toThrow(
    expect.objectContaining({ reason: 'too many potential replacements' }),
  );
  expect(node.mempool.size).toBe(101);
  node.mempool.accept(replace(coins.slice(0, 4)));
  expect(node.mempool.size).toBe(2);
});
