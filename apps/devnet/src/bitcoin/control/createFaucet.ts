import { consensus } from '../parameters.js';
import { dustLimit } from '../mempool/checkStandard.js';
import { Reject, require } from '../reject.js';
import { hex } from '../transaction/hashes.js';
import { outpointOf, type TxOutput } from '../transaction/readTransaction.js';
import type { BitcoinNode } from '../node/createNode.js';
import type { BitcoinKey } from '../keys/openKeyring.js';
import { signTransfer, type OwnCoin } from './signTransfer.js';

/** Pays an output; the transaction waits when this returns its id. @throws Reject */
export type BitcoinFaucet = (output: TxOutput) => string;

const inputVsize = 68n;
const restVsize = 11n + 43n + 31n;
const inputsMax = 200;

/** Creates a faucet that pays at twice the rate of the next block. */
export function createFaucet(node: BitcoinNode, rate: () => bigint): BitcoinFaucet {
  const key = node.keys.roles.faucet;
  return (output) => {
    require(output.value >= dustLimit(output), 'dust');
    const satPerKvb = 2n * rate();
    const coins: OwnCoin[] = [];
    let total = 0n;
    let fee = 0n;
    for (const coin of spendable(node, key)) {
      coins.push(coin);
      total += coin.value;
      fee = ((restVsize + inputVsize * BigInt(coins.length)) * satPerKvb) / 1000n + 1n;
      if (total >= output.value + fee || coins.length >= inputsMax) break;
    }
    if (total < output.value + fee) throw new Reject('the faucet has too few coins');
    const change = { script: key.script, value: total - output.value - fee };
    const outputs = change.value >= dustLimit(change) ? [output, change] : [output];
    return node.mempool.accept(signTransfer(coins, outputs)).tx.id;
  };
}

/** Coins of a key that no waiting transaction spends: those in blocks first. */
export function* spendable(
  { chain, mempool }: BitcoinNode,
  key: BitcoinKey,
): Generator<OwnCoin, void> {
  const own = hex(key.script);
  const history = new Set(chain.index.history(own));
  for (const txId of history) {
    const outputs = chain.index.transaction(txId)?.tx.outputs ?? [];
    for (const [vout, { script, value }] of outputs.entries()) {
      const outpoint = outpointOf(txId, vout);
      const coin = chain.index.coin(outpoint);
      if (coin === undefined || hex(script) !== own) continue;
      const depth = chain.tip.height + 1 - coin.height;
      const isMature = !coin.isCoinbase || depth >= consensus.coinbaseMaturity;
      if (isMature && mempool.spender(outpoint) === undefined) yield { txId, vout, value, key };
    }
  }
  for (const { tx } of mempool.touching(own))
    for (const [vout, { script, value }] of tx.outputs.entries())
      if (hex(script) === own && mempool.spender(outpointOf(tx.id, vout)) === undefined)
        yield { txId: tx.id, vout, value, key };
}
