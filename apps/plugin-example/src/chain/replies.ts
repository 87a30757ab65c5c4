import { malformedReply } from '@portage/chain-kit';
import type { ChainEvent, Cursor } from '@portage/core/chain';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';

const amount = amountSchema.transform((text) => BigInt(text));
const cursor = { height: z.number().int().min(0), hash: z.string(), time: z.number() };
const place = {
  txId: z.string(),
  ordinal: z.number(),
  height: z.number(),
  blockHash: z.string(),
  currency: z.string(),
  amount,
};
const ofOrder = { ...place, orderId: z.string().regex(/^0x[0-9a-f]{64}$/) };

const eventSchema: z.ZodType<ChainEvent> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('deposit'), ...ofOrder, depositor: z.string(), payer: z.string() }),
  z.object({ type: z.literal('fill'), ...ofOrder, solver: z.string(), recipient: z.string() }),
  z.object({
    type: z.literal('release'),
    ...ofOrder,
    depositor: z.string(),
    recipient: z.string(),
  }),
  z.object({ type: z.literal('transfer'), ...place, sender: z.string() }),
]);

const statusSchema = z.object({ chainId: z.number(), fee: amount, tip: z.object(cursor) });
const blocksSchema = z.array(
  z.object({ ...cursor, parent: z.string(), events: z.array(eventSchema) }),
);
const accountSchema = z.object({ sequence: amount, balances: z.record(z.string(), amount) });
const transactionSchema = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('pending') }),
    z.object({
      state: z.enum(['mined', 'reverted']),
      height: z.number(),
      blockHash: z.string(),
      fee: amount,
      events: z.array(eventSchema),
    }),
  ])
  .nullable();

/** State of a node: its chain, the fee of a transaction and the newest block. */
export interface NodeStatus {
  readonly chainId: number;
  readonly fee: bigint;
  readonly tip: Cursor;
}

/** A block with what happened in it. */
export interface NodeBlock extends Cursor {
  readonly parent: string;
  readonly events: readonly ChainEvent[];
}

/** An account: its next sequence, and its money by currency. */
export interface NodeAccount {
  readonly sequence: bigint;
  readonly balances: Readonly<Record<string, bigint>>;
}

/** A transaction as a node knows it; null where it does not. */
export type NodeTransaction = z.output<typeof transactionSchema>;

export const readStatus = (value: unknown): NodeStatus => read(statusSchema, value, 'status');
export const readBlocks = (value: unknown): readonly NodeBlock[] =>
  read(blocksSchema, value, 'list of blocks');
export const readAccount = (value: unknown): NodeAccount => read(accountSchema, value, 'account');
export const readTransaction = (value: unknown): NodeTransaction =>
  read(transactionSchema, value, 'transaction');

function read<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw malformedReply(what);
  return parsed.data;
}
