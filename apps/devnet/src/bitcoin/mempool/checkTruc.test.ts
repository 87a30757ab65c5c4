import { describe, expect, test } from 'vitest';
import { solverCoins, startNode, testKeys } from '../../../test/bitcoin/startNode.js';
import { pinTransaction } from '../control/pinTransaction.js';
import { signTransfer, type OwnCoin } from '../control/signTransfer.js';
import type { BitcoinNode } from '../node/createNode.js';
import type { Tx } from '../transaction/readTransaction.js';

const [alice, bob] = testKeys.users;
const fee = 1_000n;

/** Pays both users out of a coin of the solver. */
function payBoth(node: BitcoinNode, version: number): Tx {
  const [coin] = solverCoins(node);
  const value = (coin!.value - fee) / 2n;
  const outputs = [alice, bob].map((user) => ({ script: user!.script, value }));
  return node.mempool.accept(signTransfer([coin!], outputs, version)).tx;
}

function coinOf(tx: Tx, vout = 0): OwnCoin {
  const key = [alice, bob][vout] ?? bob!;
  return { txId: tx.id, vout, value: tx.outputs[vout]!.value, key };
}

function spend(coins: readonly OwnCoin[], version: number, paid = fee): Tx {
  const value = coins.reduce((sum, coin) => sum + coin.value, 0n) - paid;
  return signTransfer(coins, [{ script: bob!.script, value }], version);
}

const violation = 'TRUC-violation';

describe('a transaction of version 3', () => {
  test('has a child of version 3 alone, and is one of such a parent alone', () => {
    const node = startNode();
    const [three, two] = [payBoth(node, 3), payBoth(node, 2)];
    expect(() => node.mempool.accept(spend([coinOf(three)], 2))).toThrow(violation);
    expect(() => node.mempool.accept(spend([coinOf(two)], 3))).toThrow(violation);
    const child = node.mempool.accept(spend([coinOf(three)], 3)).tx;
    expect(() => node.mempool.accept(spend([coinOf(child)], 3))).toThrow(violation);
  });

  test('has one child, which another one may outbid', () => {
    const node = startNode();
    const parent = payBoth(node, 3);
    const child = node.mempool.accept(spend([coinOf(parent, 0)], 3)).tx;
    expect(() => node.mempool.accept(spend([coinOf(parent, 1)], 3))).toThrow('insufficient fee');
    const other = node.mempool.accept(spend([coinOf(parent, 1)], 3, 3n * fee)).tx;
    expect(node.mempool.get(child.id)).toBeUndefined();
    expect(node.mempool.get(other.id)).toBeDefined();
  });

  test('is pinned by a small child at most, one of version 2 by a large one', () => {
    const node = startNode();
    const [three, two] = [payBoth(node, 3), payBoth(node, 2)];
    const large = { vsize: 99_000, satPerVb: 1 };
    expect(() => pinTransaction(node, three.id, large)).toThrow(violation);
    const small = node.mempool.get(pinTransaction(node, three.id, { vsize: 900, satPerVb: 1 }));
    expect(small?.tx.vsize).toBeLessThanOrEqual(1_000);
    const pin = node.mempool.get(pinTransaction(node, two.id, large));
    expect(pin?.tx.vsize).toBeGreaterThanOrEqual(99_000);
    expect(pin?.fee).toBeLessThan(100_000n);
  });
});
