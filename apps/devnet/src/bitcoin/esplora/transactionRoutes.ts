import { sumOf } from '../chain/coins.js';
import { feesOf, vsizeOf } from '../mempool/entry.js';
import { estimateRates } from '../mining/estimateRate.js';
import type { RpcContext } from '../rpc/defineMethod.js';
import type { Answer } from '../rpc/describe.js';
import { hex } from '../transaction/hashes.js';
import { outpointOf } from '../transaction/readTransaction.js';
import { describePlaced, describeStatus, type PlacedTx } from './describe.js';
import { HttpError } from './httpError.js';
import type { EsploraRoute } from './route.js';

/** Targets of `/fee-estimates`, blocks. */
const targets = [...Array.from({ length: 25 }, (_, index) => index + 1), 144, 504, 1008];

/** Transactions that came last into the mempool, at most. */
const recentMax = 10;

/** Routes that answer by transaction, and those of the mempool. */
export const transactionRoutes: readonly EsploraRoute[] = [
  {
    path: /^\/tx\/([0-9a-f]{64})$/,
    run: (context, [txId]) => describePlaced(placedOf(context, txId)),
  },
  {
    path: /^\/tx\/([0-9a-f]{64})\/status$/,
    run: ({ node }, [txId = '']) => describeStatus(node.chain.index.transaction(txId)?.block),
  },
  {
    path: /^\/tx\/([0-9a-f]{64})\/hex$/,
    run: (context, [txId]) => hex(placedOf(context, txId).tx.bytes),
  },
  {
    path: /^\/tx\/([0-9a-f]{64})\/raw$/,
    run: (context, [txId]) => Buffer.from(placedOf(context, txId).tx.bytes),
  },
  {
    path: /^\/tx\/([0-9a-f]{64})\/outspend\/(\d{1,9})$/,
    run: (context, [txId = '', vout]) => describeSpend(context, txId, Number(vout)),
  },
  {
    path: /^\/tx\/([0-9a-f]{64})\/outspends$/,
    run: (context, [txId = '']) =>
      placedOf(context, txId).tx.outputs.map((_, vout) => describeSpend(context, txId, vout)),
  },
  {
    path: /^\/mempool$/,
    run: ({ node: { mempool } }) => {
      const entries = [...mempool.entries()];
      const fee = Number(feesOf(entries));
      return { count: entries.length, vsize: vsizeOf(entries), total_fee: fee, fee_histogram: [] };
    },
  },
  {
    path: /^\/mempool\/txids$/,
    run: ({ node: { mempool } }) => [...mempool.entries()].map(({ tx }) => tx.id),
  },
  {
    path: /^\/mempool\/recent$/,
    run: ({ node: { mempool } }) =>
      [...mempool.entries()]
        .slice(-recentMax)
        .reverse()
        .map(({ tx, fee }) => ({
          txid: tx.id,
          fee: Number(fee),
          vsize: tx.vsize,
          value: Number(sumOf(tx.outputs)),
        })),
  },
  {
    path: /^\/fee-estimates$/,
    run: ({ node: { mempool, policy } }) => {
      const rates = estimateRates(mempool.entries(), 25, policy);
      const rateAt = (target: number): bigint =>
        rates[Math.min(target, rates.length) - 1] ?? policy.minRelaySatPerKvb;
      return Object.fromEntries(targets.map((each) => [each, Number(rateAt(each)) / 1000]));
    },
  },
];

function placedOf({ node: { chain, mempool } }: RpcContext, txId = ''): PlacedTx {
  const waiting = mempool.get(txId);
  if (waiting !== undefined) return { tx: waiting.tx, spent: waiting.spent, block: undefined };
  const mined = chain.index.transaction(txId);
  if (mined === undefined) throw new HttpError(404, 'Transaction not found');
  return mined;
}

function describeSpend(
  { node: { chain, mempool } }: RpcContext,
  txId: string,
  vout: number,
): Answer {
  const outpoint = outpointOf(txId, vout);
  const waiting = mempool.spender(outpoint);
  const mined = chain.index.spender(outpoint);
  if (mined !== undefined)
    return {
      spent: true,
      txid: mined.txId,
      vin: mined.vin,
      status: describeStatus(chain.index.transaction(mined.txId)?.block),
    };
  if (waiting === undefined) return { spent: false };
  return {
    spent: true,
    txid: waiting.tx.id,
    vin: waiting.tx.inputs.findIndex((input) => input.outpoint === outpoint),
    status: describeStatus(undefined),
  };
}
