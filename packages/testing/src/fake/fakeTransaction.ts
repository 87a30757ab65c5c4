import { createHash } from 'node:crypto';
import type { CollectionIntent, OrderCall, SignedTransaction } from '@portage/core/chain';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';

/** Action of a transaction of a fake chain. */
export type FakeAction = { readonly currency: string; readonly amount: bigint } & (
  | { readonly type: 'transfer'; readonly recipient: string }
  | { readonly type: 'approve'; readonly spender: string }
  | { readonly type: 'deposit'; readonly orderId: string; readonly depositor: string }
  /** Has a foreign contract report a deposit that is not made; no observer reports it. */
  | { readonly type: 'imitation'; readonly orderId: string; readonly depositor: string }
  | {
      readonly type: 'fill';
      readonly orderId: string;
      readonly recipient: string;
      readonly calls: readonly OrderCall[];
      /** Native currency that the recipient gets beside. */
      readonly topup?: bigint | undefined;
    }
  | {
      readonly type: 'refund';
      readonly orderId: string;
      readonly depositor: string;
      readonly recipient: string;
      readonly key: string;
      /** Unix seconds up to which anybody may make it; for ever where left out. */
      readonly expiry?: number | undefined;
    }
  /** Brings what ended orders have left in the depository to the recipient. */
  | {
      readonly type: 'collection';
      /** The sender where left out; anybody may make one that names its recipient. */
      readonly recipient?: string | undefined;
      readonly key: string;
      readonly releases: CollectionIntent['releases'];
      /** Unix seconds after which it reverts. */
      readonly expiry: number;
    }
  /** Asks for the sender's own deposit back; the amount means nothing. */
  | { readonly type: 'requestReclaim'; readonly orderId: string }
  /** Takes it, once its time has come; the amount means nothing. */
  | { readonly type: 'reclaim'; readonly orderId: string }
  /** Pays `recipient` and makes the deposit that {@link fakeSignedDeposit} encoded in `data`. */
  | { readonly type: 'call'; readonly recipient: string; readonly data: string }
);

/**
 * A transaction of a fake chain. All of its actions happen or none. Without actions it only uses a
 * sequence.
 */
export interface FakeTransaction {
  readonly chainId: number;
  readonly sender: string;
  readonly sequence: bigint;
  readonly fee: bigint;
  /** Coins that it spends; then they decide when it is due, and not its sequence. */
  readonly coins?: readonly string[] | undefined;
  /** Last height at which it may land; then that decides when it is due, and not its sequence. */
  readonly expiresAt?: number | undefined;
  readonly actions: readonly FakeAction[];
}

const amount = amountSchema.transform((text) => BigInt(text));
const payment = { currency: z.string(), amount };

const actionSchema = z.discriminatedUnion('type', [
  z.object({ ...payment, type: z.literal('transfer'), recipient: z.string() }),
  z.object({ ...payment, type: z.literal('approve'), spender: z.string() }),
  z.object({ ...payment, type: z.literal('deposit'), orderId: z.string(), depositor: z.string() }),
  z.object({
    ...payment,
    type: z.literal('imitation'),
    orderId: z.string(),
    depositor: z.string(),
  }),
  z.object({
    ...payment,
    type: z.literal('fill'),
    orderId: z.string(),
    recipient: z.string(),
    calls: z.array(z.object({ to: z.string(), value: amount, data: z.string() })),
    topup: amount.optional(),
  }),
  z.object({
    ...payment,
    type: z.literal('refund'),
    orderId: z.string(),
    depositor: z.string(),
    recipient: z.string(),
    key: z.string(),
    expiry: z.number().optional(),
  }),
  z.object({
    ...payment,
    type: z.literal('collection'),
    recipient: z.string().optional(),
    key: z.string(),
    releases: z.array(z.object({ orderId: z.string(), depositor: z.string(), amount })),
    expiry: z.number(),
  }),
  z.object({ ...payment, type: z.literal('requestReclaim'), orderId: z.string() }),
  z.object({ ...payment, type: z.literal('reclaim'), orderId: z.string() }),
  z.object({ ...payment, type: z.literal('call'), recipient: z.string(), data: z.string() }),
]);

const transactionSchema: z.ZodType<FakeTransaction> = z.object({
  chainId: z.number(),
  sender: z.string(),
  sequence: amount,
  fee: amount,
  coins: z.array(z.string()).optional(),
  expiresAt: z.number().optional(),
  actions: z.array(actionSchema),
});

/** Encodes a transaction with its id. The same transaction always has the same bytes. */
export function encodeTransaction(transaction: FakeTransaction): SignedTransaction {
  const raw = new TextEncoder().encode(toText(transaction));
  return {
    txId: `0x${createHash('sha256').update(raw).digest('hex')}`,
    raw,
    sender: transaction.sender,
    sequence: transaction.sequence,
  };
}

/**
 * Decodes the bytes of {@link encodeTransaction}. @throws Error for any other bytes
 *
 * @example
 * ```ts
 * const actionsOf = (raw: Uint8Array) => decodeFakeTransaction(raw).actions;
 * ```
 */
export function decodeTransaction(raw: Uint8Array): FakeTransaction {
  return transactionSchema.parse(JSON.parse(new TextDecoder().decode(raw)));
}

/**
 * Writes JSON in which whole numbers are decimal text and members have one order, however the
 * transaction was made.
 */
function toText(value: object): string {
  return JSON.stringify(value, (_, member: unknown) => {
    if (typeof member === 'bigint') return member.toString();
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
