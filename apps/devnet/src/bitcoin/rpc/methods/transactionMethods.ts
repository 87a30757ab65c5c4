import { z } from 'zod';
import { feeAt, feesOf, vsizeOf, withAncestors, withDescendants } from '../../mempool/entry.js';
import type { MempoolEntry } from '../../mempool/entry.js';
import { Reject } from '../../reject.js';
import { hashText, hex } from '../../transaction/hashes.js';
import type { Tx } from '../../transaction/readTransaction.js';
import { bitcoinNumber } from '../bitcoinNumber.js';
import { defineMethod, type Method, type RpcContext } from '../defineMethod.js';
import { describeTx, type Answer } from '../describe.js';
import {
  countSchema,
  hashSchema,
  orRpcError,
  parseTransaction,
  requireBlock,
  verbositySchema,
} from '../parameters.js';
import { RpcError, rpcCodes } from '../rpcError.js';
import { outpointOf } from '../../transaction/readTransaction.js';

const rateSchema = z.union([z.number(), z.string().transform(Number)]).default(0.1);
const batchMax = 25;
/** Size of a mempool that nodes say by default, bytes; this one is not held to it. */
const mempoolBytesMax = 300_000_000;

/** Methods for transactions and the mempool. */
export const transactionMethods: Readonly<Record<string, Method>> = {
  getrawtransaction: defineMethod(
    { txid: hashSchema, verbosity: verbositySchema.default(0), blockhash: hashSchema.optional() },
    (context, { txid, verbosity, blockhash }) =>
      showTransaction(context, txid, verbosity, blockhash),
  ),
  sendrawtransaction: defineMethod(
    { hexstring: z.string(), maxfeerate: rateSchema, maxburnamount: z.unknown() },
    ({ node: { mempool } }, { hexstring, maxfeerate }) => {
      const tx = parseTransaction(hexstring);
      // A transaction that waits already is sent again, which is no error.
      if (mempool.get(tx.id) !== undefined) return tx.id;
      return orRpcError(() => {
        requireFee(mempool.test(tx), maxfeerate);
        return mempool.accept(tx).tx.id;
      });
    },
  ),
  testmempoolaccept: defineMethod(
    { rawtxs: z.array(z.string()).min(1).max(batchMax), maxfeerate: rateSchema },
    ({ node: { mempool } }, { rawtxs, maxfeerate }) =>
      rawtxs.map((text) => {
        const tx = parseTransaction(text);
        const ids = { txid: tx.id, wtxid: hashText(tx.witnessHash) };
        try {
          const entry = mempool.test(tx);
          if (isFeeTooHigh(entry, maxfeerate))
            return { ...ids, allowed: false, 'reject-reason': 'max-fee-exceeded' };
          return {
            ...ids,
            allowed: true,
            vsize: tx.vsize,
            fees: {
              base: bitcoinNumber(entry.fee),
              'effective-feerate': bitcoinNumber((entry.fee * 1_000n) / BigInt(tx.vsize)),
              'effective-includes': [ids.wtxid],
            },
          };
        } catch (error) {
          if (!(error instanceof Reject)) throw error;
          const reason =
            error.reason === 'bad-txns-inputs-missingorspent' ? 'missing-inputs' : error.reason;
          return {
            ...ids,
            allowed: false,
            'reject-reason': reason,
            'reject-details': error.details,
          };
        }
      }),
  ),
  getmempoolinfo: defineMethod({}, ({ node: { mempool, policy } }) => {
    const entries = [...mempool.entries()];
    return {
      loaded: true,
      size: entries.length,
      bytes: vsizeOf(entries),
      usage: vsizeOf(entries),
      total_fee: bitcoinNumber(feesOf(entries)),
      maxmempool: mempoolBytesMax,
      mempoolminfee: bitcoinNumber(policy.minRelaySatPerKvb),
      minrelaytxfee: bitcoinNumber(policy.minRelaySatPerKvb),
      incrementalrelayfee: bitcoinNumber(policy.incrementalSatPerKvb),
      unbroadcastcount: 0,
      fullrbf: true,
    };
  }),
  getrawmempool: defineMethod(
    { verbose: z.boolean().default(false) },
    ({ node: { mempool } }, { verbose }) => {
      const entries = [...mempool.entries()];
      return verbose
        ? Object.fromEntries(entries.map((entry) => [entry.tx.id, describeEntry(entry)]))
        : entries.map(({ tx }) => tx.id);
    },
  ),
  getmempoolentry: defineMethod({ txid: hashSchema }, ({ node: { mempool } }, { txid }) => {
    const entry = mempool.get(txid);
    if (entry === undefined)
      throw new RpcError(rpcCodes.invalidAddressOrKey, 'Transaction not in mempool');
    return describeEntry(entry);
  }),
  gettxspendingprevout: defineMethod(
    { outputs: z.array(z.object({ txid: hashSchema, vout: countSchema })).min(1) },
    ({ node: { mempool } }, { outputs }) =>
      outputs.map(({ txid, vout }) => {
        const spender = mempool.spender(outpointOf(txid, vout));
        return { txid, vout, ...(spender === undefined ? {} : { spendingtxid: spender.tx.id }) };
      }),
  ),
};

function showTransaction(
  context: RpcContext,
  txid: string,
  verbosity: number,
  blockhash: string | undefined,
): unknown {
  const { chain, mempool } = context.node;
  const found = findTransaction(context, txid, blockhash);
  if (verbosity === 0) return hex(found.tx.bytes);
  const mined = chain.index.transaction(txid);
  const spent = mempool.get(txid)?.spent ?? mined?.spent;
  const answer = describeTx(
    found.tx,
    verbosity === 1 || spent === undefined ? undefined : { spent, isShown: true },
  );
  if (mined === undefined) return answer;
  const { hash, header, height } = mined.block;
  return {
    ...answer,
    blockhash: hash,
    confirmations: chain.tip.height - height + 1,
    time: header.time,
    blocktime: header.time,
  };
}

interface Found {
  readonly tx: Tx;
}

function findTransaction(context: RpcContext, txid: string, blockhash: string | undefined): Found {
  const { chain, mempool } = context.node;
  const tx =
    blockhash === undefined
      ? (mempool.get(txid)?.tx ?? chain.index.transaction(txid)?.tx)
      : requireBlock(context, blockhash).transactions.find(({ id }) => id === txid);
  if (tx !== undefined) return { tx };
  throw new RpcError(
    rpcCodes.invalidAddressOrKey,
    blockhash === undefined
      ? 'No such mempool or blockchain transaction. Use gettransaction for wallet transactions.'
      : 'No such transaction found in the provided block. Use gettransaction for wallet transactions.',
  );
}

function isFeeTooHigh({ fee, tx }: MempoolEntry, bitcoinPerKvb: number): boolean {
  const satPerKvb = BigInt(Math.round(bitcoinPerKvb * 1e8));
  return satPerKvb > 0n && fee > feeAt(satPerKvb, tx.vsize);
}

function requireFee(entry: MempoolEntry, bitcoinPerKvb: number): void {
  if (isFeeTooHigh(entry, bitcoinPerKvb))
    throw new RpcError(
      rpcCodes.transactionError,
      'Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)',
    );
}

function describeEntry(entry: MempoolEntry): Answer {
  const ancestors = withAncestors([entry]);
  const descendants = withDescendants([entry]);
  return {
    vsize: entry.tx.vsize,
    weight: entry.tx.weight,
    time: entry.time,
    height: entry.height,
    descendantcount: descendants.size,
    descendantsize: vsizeOf(descendants),
    ancestorcount: ancestors.size,
    ancestorsize: vsizeOf(ancestors),
    wtxid: hashText(entry.tx.witnessHash),
    fees: {
      base: bitcoinNumber(entry.fee),
      modified: bitcoinNumber(entry.fee),
      ancestor: bitcoinNumber(feesOf(ancestors)),
      descendant: bitcoinNumber(feesOf(descendants)),
    },
    depends: [...entry.parents].map(({ tx }) => tx.id),
    spentby: [...entry.children].map(({ tx }) => tx.id),
    'bip125-replaceable': true,
    unbroadcast: false,
  };
}
