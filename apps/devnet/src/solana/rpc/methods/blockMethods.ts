import { z } from 'zod';
import { readComputeBudget } from '../../chain/computeBudget.js';
import type { Block, Commitment, TransactionRecord } from '../../chain/ledgerState.js';
import { defineMethod, type Method, type RpcContext } from '../defineMethod.js';
import { encodeKeys, encodeMeta, encodeTransaction } from '../encode/encodeTransaction.js';
import { addressSchema, commitmentSchema, configOf, countSchema } from '../parameters.js';
import { invalidParams, RpcError, rpcCodes } from '../rpcError.js';
import { formatParameter, requireVote, versionSchema } from './historyMethods.js';

const rangeMax = 500_000;
const feeBlocks = 150;
const feeAddressesMax = 128;
const voted = configOf({ commitment: commitmentSchema });

const getBlock = defineMethod(
  [
    countSchema,
    formatParameter({
      commitment: commitmentSchema,
      maxSupportedTransactionVersion: versionSchema,
      transactionDetails: z.enum(['full', 'accounts', 'signatures', 'none']).default('full'),
      rewards: z.boolean().nullish(),
    }),
  ],
  (context, slot, { commitment, transactionDetails, rewards, ...format }) => {
    const { blockhash, previousBlockhash, parentSlot, height, unixTime, records } = requireBlock(
      context,
      slot,
      requireVote(commitment),
    );
    const head = {
      blockhash,
      previousBlockhash,
      parentSlot,
      blockHeight: height,
      blockTime: unixTime,
      ...(rewards === false ? {} : { rewards: [] }),
    };
    if (transactionDetails === 'none') return head;
    if (transactionDetails === 'signatures')
      return { ...head, signatures: records.map(({ transaction }) => transaction.signature) };
    if (transactionDetails === 'accounts')
      return { ...head, transactions: records.map(accountsOnly) };
    return { ...head, transactions: records.map((record) => encodeTransaction(record, format)) };
  },
);

/** Methods that read blocks and the fees of their transactions. */
export const blockMethods: Readonly<Record<string, Method>> = {
  getBlock,
  getConfirmedBlock: getBlock,
  getBlockTime: defineMethod(
    [countSchema],
    (context, slot) => requireBlock(context, slot, 'confirmed').unixTime,
  ),
  getFirstAvailableBlock: defineMethod([], ({ ledger }) => ledger.blocks[0]?.slot ?? 0),
  minimumLedgerSlot: defineMethod([], ({ ledger }) => ledger.blocks[0]?.slot ?? 0),
  getBlocks: defineMethod(
    [countSchema, z.union([countSchema, z.looseObject({})]).nullish(), voted],
    (context, first, last, { commitment }) => {
      // The last slot is optional, and the options may take its place.
      const level =
        typeof last === 'object' && last !== null ? voted.parse(last).commitment : commitment;
      const end = typeof last === 'number' ? last : context.ledger.tip(level).slot;
      if (end - first > rangeMax) throw invalidParams(`Slot range too large; max ${rangeMax}`);
      return slots(context, level, (slot) => slot >= first && slot <= end);
    },
  ),
  getBlocksWithLimit: defineMethod(
    [countSchema, countSchema.max(rangeMax), voted],
    (context, first, limit, { commitment }) =>
      slots(context, commitment, (slot) => slot >= first).slice(0, limit),
  ),
  getRecentPrioritizationFees: defineMethod(
    [z.array(addressSchema).max(feeAddressesMax).nullish()],
    ({ ledger }, addresses) =>
      ledger.blocks
        .slice(-feeBlocks - 1, -1)
        .map((block) => ({
          slot: block.slot,
          prioritizationFee: lowestPrice(block, addresses ?? []),
        })),
  ),
};

function requireBlock({ ledger }: RpcContext, slot: number, commitment: Commitment): Block {
  if (slot > ledger.tip(commitment).slot)
    throw new RpcError(rpcCodes.blockNotAvailable, `Block not available for slot ${slot}`);
  const block = ledger.block(slot);
  if (block === undefined)
    throw new RpcError(
      rpcCodes.slotSkipped,
      `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`,
    );
  return block;
}

function slots(
  { ledger }: RpcContext,
  commitment: Commitment,
  matches: (slot: number) => boolean,
): readonly number[] {
  const tip = ledger.tip(requireVote(commitment)).slot;
  return ledger.blocks.map(({ slot }) => slot).filter((slot) => slot <= tip && matches(slot));
}

function accountsOnly(record: TransactionRecord): unknown {
  const { transaction, keys } = record;
  return {
    transaction: {
      signatures: transaction.signatures,
      accountKeys: encodeKeys(transaction.message, keys),
    },
    meta: encodeMeta(record, 'jsonParsed'),
    version: transaction.message.version,
  };
}

/**
 * Lowest price per unit, in micro-lamports, of a landed transaction that writes to all these
 * accounts.
 */
function lowestPrice({ records }: Block, addresses: readonly string[]): number {
  const writes = ({ keys }: TransactionRecord, address: string): boolean =>
    keys.all.some((key, index) => key === address && keys.writable[index] === true);
  const prices = records
    .filter((record) => addresses.every((address) => writes(record, address)))
    .map(({ transaction, keys }) =>
      Number(readComputeBudget(transaction.message.instructions, keys.all).microLamportsPerUnit),
    );
  return prices.length === 0 ? 0 : Math.min(...prices);
}
