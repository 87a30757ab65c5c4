import { z } from 'zod';
import { readBlock } from '../../chain/block.js';
import { estimateRates } from '../../mining/estimateRate.js';
import { Reject } from '../../reject.js';
import { bitcoinNumber } from '../bitcoinNumber.js';
import { defineMethod, type Method, type RpcContext } from '../defineMethod.js';
import {
  countSchema,
  hashSchema,
  hexSchema,
  orRpcError,
  parseAddress,
  parseTransaction,
  requireBlock,
} from '../parameters.js';
import { RpcError, rpcCodes } from '../rpcError.js';

const blocksMax = 10_000;
const targetMax = 1_008;

/** Methods for mining, fees and the network. */
export const miningMethods: Readonly<Record<string, Method>> = {
  estimatesmartfee: defineMethod(
    { conf_target: countSchema.min(1).max(targetMax), estimate_mode: z.string().optional() },
    (context, { conf_target: blocks }) => ({
      feerate: bitcoinNumber(rateWithin(context, blocks)),
      blocks,
    }),
  ),
  getnetworkinfo: defineMethod({}, ({ node: { policy } }) => ({
    version: 300_000,
    subversion: '/Portage devnet:0.0.0/',
    protocolversion: 70016,
    localservices: '0000000000000409',
    localservicesnames: ['NETWORK', 'WITNESS', 'NETWORK_LIMITED'],
    localrelay: true,
    timeoffset: 0,
    networkactive: true,
    connections: 0,
    connections_in: 0,
    connections_out: 0,
    networks: [],
    relayfee: bitcoinNumber(policy.minRelaySatPerKvb),
    incrementalfee: bitcoinNumber(policy.incrementalSatPerKvb),
    localaddresses: [],
    warnings: [],
  })),
  generatetoaddress: defineMethod(
    { nblocks: countSchema.max(blocksMax), address: z.string(), maxtries: z.unknown() },
    ({ node: { miner } }, { nblocks, address }) => {
      const script = parseAddress(address);
      return Array.from({ length: nblocks }, () => miner.mine({ script }).hash);
    },
  ),
  generateblock: defineMethod(
    { output: z.string(), transactions: z.array(hexSchema), submit: z.literal(true).default(true) },
    ({ node: { miner, mempool } }, { output, transactions }) => {
      const chosen = transactions.map((text) => {
        const waiting = mempool.get(text);
        if (waiting !== undefined) return waiting.tx;
        if (text.length === 64)
          throw new RpcError(rpcCodes.invalidAddressOrKey, `Transaction ${text} not in mempool.`);
        return parseTransaction(text);
      });
      const script = parseAddress(output);
      return orRpcError(() => ({ hash: miner.mine({ script, transactions: chosen }).hash }));
    },
  ),
  submitblock: defineMethod(
    { hexdata: hexSchema, dummy: z.unknown() },
    ({ node: { chain } }, { hexdata }) => {
      const block = refusedAs(rpcCodes.deserialization, () =>
        readBlock(Buffer.from(hexdata, 'hex')),
      );
      try {
        chain.submit(block);
        return null;
      } catch (error) {
        if (error instanceof Reject) return error.reason;
        throw error;
      }
    },
  ),
  invalidateblock: defineMethod({ blockhash: hashSchema }, (context, { blockhash }) => {
    const block = requireBlock(context, blockhash);
    refusedAs(rpcCodes.misc, () => context.node.chain.invalidate(block));
    return null;
  }),
  reconsiderblock: defineMethod({ blockhash: hashSchema }, (context, { blockhash }) => {
    context.node.chain.reconsider(requireBlock(context, blockhash));
    return null;
  }),
};

/** Rate to be mined within some blocks, satoshis a kilobyte. */
export function rateWithin({ node }: Pick<RpcContext, 'node'>, blocks: number): bigint {
  const rates = estimateRates(node.mempool.entries(), Math.min(blocks, 25), node.policy);
  return rates[rates.length - 1] ?? node.policy.minRelaySatPerKvb;
}

function refusedAs<T>(code: number, action: () => T): T {
  try {
    return action();
  } catch (error) {
    throw error instanceof Reject ? new RpcError(code, error.message) : error;
  }
}
