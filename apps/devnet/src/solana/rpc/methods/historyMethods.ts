import { z } from 'zod';
import type { Commitment, TransactionRecord } from '../../chain/ledgerState.js';
import { defineMethod, inContext, slotFor, type Method, type RpcContext } from '../defineMethod.js';
import { encodeTransaction } from '../encode/encodeTransaction.js';
import {
  addressSchema,
  commitmentSchema,
  configOf,
  countSchema,
  signatureSchema,
  stateConfig,
  transactionEncodingSchema,
} from '../parameters.js';
import { invalidParams } from '../rpcError.js';

const signaturesMax = 1000;
const statusesMax = 256;
/** Number of blocks whose statuses a node knows without a search of its history. */
const statusBlocks = 300;

/** Versions that the caller understands. */
export const versionSchema = countSchema.max(255).nullish();

const getTransaction = defineMethod(
  [
    signatureSchema,
    formatParameter({
      commitment: commitmentSchema,
      maxSupportedTransactionVersion: versionSchema,
    }),
  ],
  (context, signature, { commitment, ...format }) => {
    const record = recordAt(context, signature, requireVote(commitment));
    return record === undefined
      ? null
      : { slot: record.slot, blockTime: record.unixTime, ...encodeTransaction(record, format) };
  },
);

/** Methods that read transactions and their statuses. */
export const historyMethods: Readonly<Record<string, Method>> = {
  getTransaction,
  getConfirmedTransaction: getTransaction,
  getSignatureStatuses: defineMethod(
    [
      z.array(signatureSchema).max(statusesMax),
      configOf({ searchTransactionHistory: z.boolean().default(false) }),
    ],
    (context, signatures, { searchTransactionHistory }) =>
      inContext(
        context.ledger.tip('processed').slot,
        signatures.map((signature) => statusOf(context, signature, searchTransactionHistory)),
      ),
  ),
  getSignaturesForAddress: defineMethod(
    [
      addressSchema,
      configOf({
        ...stateConfig,
        limit: countSchema.min(1).max(signaturesMax).nullish(),
        before: signatureSchema.nullish(),
        until: signatureSchema.nullish(),
      }),
    ],
    (context, address, { limit, before, until, ...config }) => {
      requireVote(config.commitment);
      slotFor(context, config);
      const all = context.ledger.signatures(address);
      const end = typeof before === 'string' ? all.lastIndexOf(before) : all.length;
      // A signature of another address stands for its slot; one that exists nowhere ends the
      // search.
      const from = end >= 0 ? end : olderThan(context, all, before ?? '');
      const found: unknown[] = [];
      for (
        let index = from - 1;
        index >= 0 && found.length < (limit ?? signaturesMax);
        index -= 1
      ) {
        const signature = all[index] ?? '';
        if (signature === until) break;
        const record = recordAt(context, signature, config.commitment);
        if (record !== undefined) found.push(entryOf(context, record));
      }
      return found;
    },
  ),
};

/** Options of a query for transactions; a bare encoding may stand for them. */
export function formatParameter<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<Shape & { encoding: typeof transactionEncodingSchema }>> {
  return z.preprocess(
    (value) => (typeof value === 'string' ? { encoding: value } : (value ?? {})),
    z.object({ ...shape, encoding: transactionEncodingSchema }),
  );
}

/**
 * Commitment of a history query, which holds confirmed blocks only.
 *
 * @throws RpcError for `processed`
 */
export function requireVote(commitment: Commitment): Commitment {
  if (commitment === 'processed')
    throw invalidParams('Method does not support commitment below `confirmed`');
  return commitment;
}

/** Strongest commitment that a slot has reached. */
export function commitmentOf({ ledger }: Pick<RpcContext, 'ledger'>, slot: number): Commitment {
  if (slot <= ledger.tip('finalized').slot) return 'finalized';
  return slot <= ledger.tip('confirmed').slot ? 'confirmed' : 'processed';
}

function recordAt(
  { ledger }: RpcContext,
  signature: string,
  commitment: Commitment,
): TransactionRecord | undefined {
  const record = ledger.record(signature);
  return record !== undefined && record.slot <= ledger.tip(commitment).slot ? record : undefined;
}

function statusOf(context: RpcContext, signature: string, searchHistory: boolean): unknown {
  const { ledger } = context;
  const record = ledger.record(signature);
  const block = record === undefined ? undefined : ledger.block(record.slot);
  if (record === undefined || block === undefined) return null;
  const blocksOnTop = ledger.tip('processed').height - block.height;
  if (!searchHistory && blocksOnTop > statusBlocks) return null;
  const err = record.outcome.error ?? null;
  const confirmationStatus = commitmentOf(context, record.slot);
  return {
    slot: record.slot,
    confirmations: confirmationStatus === 'finalized' ? null : blocksOnTop,
    err,
    status: err === null ? { Ok: null } : { Err: err },
    confirmationStatus,
  };
}

function entryOf(
  context: RpcContext,
  { transaction, slot, outcome, memo, unixTime }: TransactionRecord,
): unknown {
  return {
    signature: transaction.signature,
    slot,
    err: outcome.error ?? null,
    memo: memo ?? null,
    blockTime: unixTime,
    confirmationStatus: commitmentOf(context, slot),
  };
}

function olderThan({ ledger }: RpcContext, signatures: readonly string[], before: string): number {
  const slot = ledger.record(before)?.slot;
  if (slot === undefined) return 0;
  const first = signatures.findIndex((signature) => (ledger.record(signature)?.slot ?? 0) >= slot);
  return first < 0 ? signatures.length : first;
}
