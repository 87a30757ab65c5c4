import { script as scripts } from 'bitcoinjs-lib';
import { feeAt } from '../mempool/entry.js';
import type { BitcoinNode } from '../node/createNode.js';
import { Reject, require } from '../reject.js';
import { hex } from '../transaction/hashes.js';
import type { Tx } from '../transaction/readTransaction.js';
import { signTransfer, type OwnCoin } from './signTransfer.js';

/** Size and rate of a child that pins its parent. */
export interface Pin {
  /** Virtual bytes of the child, at least. */
  readonly vsize: number;
  readonly satPerVb: number;
}

/** Outputs are padded with data, whose length takes up to five bytes. */
const paddingStepMax = 5;

/**
 * Spends an output of a waiting transaction by a large child that pays little, as a recipient does
 * who wants to keep its sender from outbidding it: the replacement has to pay for the child too.
 * Works for outputs to users of the test phrase. The child has the version of its parent.
 *
 * @returns the id of the child
 * @throws Reject where nodes do not take it, as of a parent of version 3
 */
export function pinTransaction(node: BitcoinNode, txId: string, { vsize, satPerVb }: Pin): string {
  const entry = node.mempool.get(txId);
  require(entry !== undefined, 'not in mempool');
  const coin = findCoin(node, entry.tx);
  const child = (data: number, fee: bigint): Tx =>
    signTransfer(
      [coin],
      [
        { script: coin.key.script, value: coin.value - fee },
        { script: scripts.compile([0x6a, new Uint8Array(data)]), value: 0n },
      ],
      entry.tx.raw.version,
    );
  const bare = child(0, 0n).vsize;
  const data = Math.max(0, vsize - bare + paddingStepMax);
  const fee = feeAt(BigInt(satPerVb) * 1_000n, child(data, 0n).vsize + 1);
  require(coin.value > fee, 'the output does not pay the fee');
  return node.mempool.accept(child(data, fee)).tx.id;
}

/** The first output of a transaction that a user of the test phrase has. @throws Reject */
function findCoin({ keys, mempool }: BitcoinNode, tx: Tx): OwnCoin {
  const known = new Map(keys.users.map((key) => [hex(key.script), key]));
  const coins = tx.outputs.flatMap(({ script, value }, vout): readonly OwnCoin[] => {
    const key = known.get(hex(script));
    const isFree = mempool.spender(`${tx.id}:${String(vout)}`) === undefined;
    return key === undefined || !isFree ? [] : [{ txId: tx.id, vout, value, key }];
  });
  const [coin] = coins;
  if (coin === undefined) throw new Reject('no free output has a key of a user of the devnet');
  return coin;
}
