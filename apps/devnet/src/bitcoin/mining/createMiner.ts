import { medianTimePast, type BlockNode } from '../chain/blockTree.js';
import { subsidyAt, type Chain } from '../chain/createChain.js';
import type { Mempool } from '../mempool/createMempool.js';
import type { Policy } from '../parameters.js';
import { Reject } from '../reject.js';
import type { Tx, TxOutput } from '../transaction/readTransaction.js';
import { assembleBlock } from './assembleBlock.js';
import { selectTransactions } from './selectTransactions.js';

/** Contents of a block to mine; everything has a default. */
export interface MineOptions {
  /** Script that the coinbase pays to; by default the miner's own. */
  readonly script?: Uint8Array;
  /** Exact outputs of the coinbase, in place of one to the script. */
  readonly outputs?: readonly TxOutput[];
  /** Exact transactions; by default the best-paying ones that wait. */
  readonly transactions?: readonly Tx[];
  /** Seconds since 1970; by default now. */
  readonly time?: number;
}

/** Miner of blocks. */
export interface Miner {
  /** Mines a block upon the tip. @throws Reject */
  mine(options?: MineOptions): BlockNode;
}

/** Options of a miner. */
export interface MinerOptions {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly policy: Policy;
  readonly script: Uint8Array;
  /** Time of the clock, seconds. */
  readonly now: () => number;
  /** Bytes that make the blocks of this chain unlike those of any other. */
  readonly seed: Uint8Array;
}

/** Weight that is kept for the header and the coinbase. */
export const reservedWeight = 4_000;

/** Creates a miner. */
export function createMiner({ chain, mempool, policy, ...options }: MinerOptions): Miner {
  let count = 0;
  return {
    mine: ({ script = options.script, outputs, transactions, time } = {}) => {
      const { tip } = chain;
      const height = tip.height + 1;
      count += 1;
      const extra = Buffer.alloc(12);
      extra.set(options.seed.subarray(0, 8));
      extra.writeUInt32LE(count, 8);
      const chosen =
        transactions ??
        selectTransactions(mempool.entries(), policy.minedWeightMax - reservedWeight).transactions;
      const fees = chosen.reduce((sum, tx) => sum + feeOf(tx, { chain, mempool, chosen }), 0n);
      const block = assembleBlock({
        previousHash: tip.hash,
        height,
        time: Math.max(time ?? options.now(), medianTimePast(tip) + 1),
        transactions: chosen,
        outputs: outputs ?? [{ script, value: subsidyAt(height) + fees }],
        extra,
        hasWitness: height >= policy.segwitHeight,
      });
      chain.submit(block);
      return chain.tip;
    },
  };
}

interface FeeSources {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly chosen: readonly Tx[];
}

/** Fee of a transaction of a block to be. @throws Reject when a coin does not exist */
function feeOf(tx: Tx, { chain, mempool, chosen }: FeeSources): bigint {
  const waiting = mempool.get(tx.id);
  if (waiting !== undefined) return waiting.fee;
  let fee = 0n;
  for (const { txId, vout, outpoint } of tx.inputs) {
    const coin =
      chain.index.coin(outpoint) ??
      chosen.find(({ id }) => id === txId)?.outputs[vout] ??
      mempool.get(txId)?.tx.outputs[vout];
    if (coin === undefined) throw new Reject('bad-txns-inputs-missingorspent');
    fee += coin.value;
  }
  return tx.outputs.reduce((left, { value }) => left - value, fee);
}
