import { z } from 'zod';
import { pinTransaction } from '../../control/pinTransaction.js';
import { reorganize } from '../../control/reorganize.js';
import { setFeePressure } from '../../control/setFeePressure.js';
import { spendAgain } from '../../control/spendAgain.js';
import { defineMethod, type Method } from '../defineMethod.js';
import {
  countSchema,
  hashSchema,
  hexSchema,
  orRpcError,
  parseAddress,
  parseTransaction,
} from '../parameters.js';

const amountSchema = z.string().regex(/^\d{1,16}$/);
const blocksMax = 10_000;
const satPerVbMax = 1_000;
/** Virtual bytes that a transaction and all that spend it may have together, at most. */
const pinVsizeMax = 101_000;
/** Blocks that the coins of the crowd can fill at once. */
const pressureBlocksMax = 8;
const secondsMax = 100 * 365 * 86_400;

/** Methods for faults and other controls of a devnet. */
export const controlMethods: Readonly<Record<string, Method>> = {
  devnetMine: defineMethod({ blocks: countSchema.max(blocksMax) }, ({ node }, { blocks }) => {
    for (let index = 0; index < blocks; index += 1) node.miner.mine();
    return node.chain.tip.height;
  }),
  devnetPause: defineMethod({}, ({ pace }) => done(() => pace.pause())),
  devnetResume: defineMethod({}, ({ pace }) => done(() => pace.resume())),
  devnetBlockTime: defineMethod({ ms: countSchema.max(3_600_000) }, ({ pace }, { ms }) =>
    done(() => pace.setBlockTime(ms)),
  ),
  devnetShiftClock: defineMethod(
    { seconds: countSchema.max(secondsMax) },
    ({ node }, { seconds }) =>
      done(() => {
        node.clock.shift(seconds);
        node.miner.mine();
      }),
  ),
  devnetFaucet: defineMethod(
    { address: z.string(), satoshis: amountSchema },
    ({ faucet, pace }, { address, satoshis }) => {
      const script = parseAddress(address);
      const txId = orRpcError(() => faucet({ script, value: BigInt(satoshis) }));
      pace.hurry();
      return txId;
    },
  ),
  devnetDrop: defineMethod({ txid: hashSchema }, ({ node }, { txid }) =>
    node.mempool.drop(txid).map(({ id }) => id),
  ),
  devnetSpendAgain: defineMethod(
    { txid: hashSchema, mine: z.boolean().default(false) },
    ({ node }, { txid, mine }) => orRpcError(() => spendAgain(node, txid, mine)),
  ),
  devnetPin: defineMethod(
    {
      txid: hashSchema,
      vsize: countSchema.min(150).max(pinVsizeMax),
      satPerVb: countSchema.min(1).max(satPerVbMax),
    },
    ({ node }, { txid, ...pin }) => orRpcError(() => pinTransaction(node, txid, pin)),
  ),
  devnetFeePressure: defineMethod(
    {
      satPerVb: countSchema.max(satPerVbMax),
      blocks: countSchema.min(1).max(pressureBlocksMax).default(3),
    },
    ({ node }, pressure) => orRpcError(() => setFeePressure(node, pressure)),
  ),
  devnetReorg: defineMethod(
    {
      depth: countSchema.min(1).max(blocksMax),
      leaveOut: z.union([z.literal('all'), z.array(hashSchema)]).default([]),
      spendAgain: z.array(hashSchema).default([]),
      transactions: z.array(hexSchema).default([]),
    },
    ({ node }, { depth, transactions, ...options }) => {
      const given = transactions.map(parseTransaction);
      return orRpcError(() => reorganize(node, depth, { ...options, transactions: given }));
    },
  ),
};

function done(action: () => void): null {
  action();
  return null;
}
