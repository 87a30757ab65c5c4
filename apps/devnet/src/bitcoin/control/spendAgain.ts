import { sumOf, type Coin } from '../chain/coins.js';
import { feeAt, withDescendants } from '../mempool/entry.js';
import { dustLimit } from '../mempool/checkStandard.js';
import type { BitcoinNode } from '../node/createNode.js';
import { Reject, require } from '../reject.js';
import { hex } from '../transaction/hashes.js';
import type { Tx } from '../transaction/readTransaction.js';
import { signTransfer, type OwnCoin } from './signTransfer.js';

/**
 * Spends the coins of a waiting transaction again, back to their owner: by a replacement with a
 * higher fee, or in a block that is mined at once. Works for keys of the test phrase.
 *
 * @returns the id of the other transaction
 * @throws Reject
 */
export function spendAgain(node: BitcoinNode, txId: string, isMined: boolean): string {
  const entry = node.mempool.get(txId);
  require(entry !== undefined, 'not in mempool');
  const family = [...withDescendants([entry])];
  const paid = family.reduce((sum, { fee }) => sum + fee, 0n);
  const rate = (entry.fee * 1000n) / BigInt(entry.tx.vsize) + 1_000n;
  const other = createConflict(node, entry, (vsize) => {
    const byRate = feeAt(rate, vsize);
    const byRule = paid + feeAt(node.policy.incrementalSatPerKvb, vsize);
    return byRate > byRule ? byRate : byRule;
  });
  if (!isMined) return node.mempool.accept(other).tx.id;
  node.miner.mine({ transactions: [other] });
  return other.id;
}

/** Transaction with what it spends. */
export interface Spent {
  readonly tx: Tx;
  readonly spent: readonly Coin[];
}

/** Creates a transaction that spends the same coins, where their keys are known. @throws Reject */
export function createConflict(
  { keys }: BitcoinNode,
  { tx, spent }: Spent,
  feeOf: (vsize: number) => bigint,
): Tx {
  const known = new Map(
    [...keys.users, ...Object.values(keys.roles)].map((key) => [hex(key.script), key]),
  );
  const coins: OwnCoin[] = tx.inputs.flatMap(({ txId, vout }, index) => {
    const coin = spent[index];
    const key = coin === undefined ? undefined : known.get(hex(coin.script));
    return coin === undefined || key === undefined ? [] : [{ txId, vout, value: coin.value, key }];
  });
  const [first] = coins;
  if (first === undefined) throw new Reject('no input has a key of the devnet');
  const total = coins.reduce((sum, { value }) => sum + value, 0n);
  const draft = signTransfer(coins, [{ script: first.key.script, value: total }]);
  const output = { script: first.key.script, value: total - feeOf(draft.vsize + coins.length) };
  require(output.value >= dustLimit(output), 'the coins do not pay the fee', `${sumOf(spent)}`);
  return signTransfer(coins, [output]);
}
