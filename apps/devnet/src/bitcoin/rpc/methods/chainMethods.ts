import { z } from 'zod';
import { minedOf } from '../../chain/createChain.js';
import { hex } from '../../transaction/hashes.js';
import { headerBytes } from '../../chain/block.js';
import { medianTimePast, type BlockNode } from '../../chain/blockTree.js';
import { bitcoinNumber } from '../bitcoinNumber.js';
import { defineMethod, type Method, type RpcContext } from '../defineMethod.js';
import {
  chainWork,
  describeHeader,
  describeScript,
  describeTx,
  target,
  type Answer,
} from '../describe.js';
import {
  countSchema,
  hashSchema,
  parseAddress,
  requireBlock,
  verbositySchema,
} from '../parameters.js';
import { RpcError, rpcCodes } from '../rpcError.js';
import { outpointOf } from '../../transaction/readTransaction.js';

/** Methods that read the chain. */
export const chainMethods: Readonly<Record<string, Method>> = {
  getblockchaininfo: defineMethod({}, ({ node: { chain } }) => ({
    chain: 'regtest',
    blocks: chain.tip.height,
    headers: chain.tip.height,
    bestblockhash: chain.tip.hash,
    bits: chain.tip.header.bits.toString(16),
    target,
    difficulty: 4.656542373906925e-10,
    time: chain.tip.header.time,
    mediantime: medianTimePast(chain.tip),
    verificationprogress: 1,
    initialblockdownload: false,
    chainwork: chainWork(chain.tip.height),
    size_on_disk: 0,
    pruned: false,
    warnings: [],
  })),
  getblockcount: defineMethod({}, ({ node: { chain } }) => chain.tip.height),
  getbestblockhash: defineMethod({}, ({ node: { chain } }) => chain.tip.hash),
  getblockhash: defineMethod({ height: countSchema }, ({ node: { chain } }, { height }) => {
    const block = chain.at(height);
    if (block === undefined)
      throw new RpcError(rpcCodes.invalidParameter, 'Block height out of range');
    return block.hash;
  }),
  getblockheader: defineMethod(
    { blockhash: hashSchema, verbose: z.boolean().default(true) },
    (context, { blockhash, verbose }) => {
      const block = requireBlock(context, blockhash);
      return verbose ? describeHeader(block, context.node.chain) : hex(headerBytes(block.header));
    },
  ),
  getblock: defineMethod(
    { blockhash: hashSchema, verbosity: verbositySchema.default(1) },
    (context, { blockhash, verbosity }) => {
      const block = requireBlock(context, blockhash);
      return verbosity === 0 ? hex(block.bytes) : describeBlock(context, block, verbosity);
    },
  ),
  getchaintips: defineMethod({}, ({ node: { chain } }) =>
    chain.tree
      .tips()
      .map((tip) => ({
        height: tip.height,
        hash: tip.hash,
        branchlen: branchLength(tip, chain.isBest),
        status: chain.isBest(tip) ? 'active' : tip.isInvalid ? 'invalid' : 'valid-fork',
      })),
  ),
  gettxout: defineMethod(
    { txid: hashSchema, n: countSchema, include_mempool: z.boolean().default(true) },
    ({ node: { chain, mempool } }, { txid, n, include_mempool: isWaitingToo }) => {
      const outpoint = outpointOf(txid, n);
      if (isWaitingToo && mempool.spender(outpoint) !== undefined) return null;
      const coin = chain.index.coin(outpoint);
      const output = coin ?? (isWaitingToo ? mempool.get(txid)?.tx.outputs[n] : undefined);
      if (output === undefined) return null;
      return {
        bestblock: chain.tip.hash,
        confirmations: coin === undefined ? 0 : chain.tip.height - coin.height + 1,
        value: bitcoinNumber(output.value),
        scriptPubKey: describeScript(output.script),
        coinbase: coin?.isCoinbase ?? false,
      };
    },
  ),
  scantxoutset: defineMethod(
    { action: z.string(), scanobjects: z.array(z.string()).max(1_000).default([]) },
    ({ node: { chain } }, { action, scanobjects }) => {
      if (action !== 'start') return action === 'abort' ? false : null;
      const scripts = new Map(scanobjects.map((text) => [hex(parseDescriptor(text)), text]));
      const found = chain.index.unspent(new Set(scripts.keys()));
      return {
        success: true,
        txouts: chain.index.coins,
        height: chain.tip.height,
        bestblock: chain.tip.hash,
        unspents: found.map(([outpoint, { script, value, height, isCoinbase }]) => {
          const [txid, vout] = outpoint.split(':');
          return {
            txid,
            vout: Number(vout),
            scriptPubKey: hex(script),
            desc: scripts.get(hex(script)),
            amount: bitcoinNumber(value),
            coinbase: isCoinbase,
            height,
            blockhash: chain.at(height)?.hash,
            confirmations: chain.tip.height - height + 1,
          };
        }),
        total_amount: bitcoinNumber(found.reduce((sum, [, { value }]) => sum + value, 0n)),
      };
    },
  ),
};

/** Script of a descriptor `raw(…)` or `addr(…)`. @throws RpcError */
function parseDescriptor(text: string): Uint8Array {
  const [, kind, body = ''] = /^(raw|addr)\(([0-9a-zA-Z]+)\)$/.exec(text) ?? [];
  if (kind === undefined)
    throw new RpcError(rpcCodes.invalidAddressOrKey, `${text} is not a descriptor known here`);
  return kind === 'raw' ? Buffer.from(body, 'hex') : parseAddress(body);
}

function branchLength(tip: BlockNode, isBest: (node: BlockNode) => boolean): number {
  let length = 0;
  for (let node: BlockNode | undefined = tip; node && !isBest(node); node = node.previous)
    length += 1;
  return length;
}

function describeBlock({ node }: RpcContext, block: BlockNode, verbosity: number): Answer {
  const stripped = (block.weight - block.bytes.length) / 3;
  return {
    ...describeHeader(block, node.chain),
    strippedsize: stripped,
    size: block.bytes.length,
    weight: block.weight,
    tx:
      verbosity === 1
        ? block.transactions.map(({ id }) => id)
        : minedOf(block).map(({ tx, spent }) =>
            describeTx(
              tx,
              block.spent === undefined ? undefined : { spent, isShown: verbosity === 3 },
            ),
          ),
  };
}
