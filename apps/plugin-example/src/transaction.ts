import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';

const amount = amountSchema.transform((text) => BigInt(text));
const address = z.string().regex(/^tly[0-9a-f]{64}$/);
const id = z.string().regex(/^0x[0-9a-f]{64}$/);
const payment = { to: address, currency: address, amount };

const actionSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('transfer'), ...payment }),
  z.object({
    type: z.literal('deposit'),
    orderId: id,
    depositor: address,
    currency: address,
    amount,
  }),
  /** Pays an order. A sender pays each order once. */
  z.object({ type: z.literal('fill'), orderId: id, ...payment }),
  /** Lets money out of the depository, once for each key. */
  z.object({
    type: z.literal('release'),
    orderId: id,
    depositor: address,
    key: z.string(),
    ...payment,
  }),
]);

/** Something that a transaction does. All actions of one happen, or none. */
export type TallyAction = z.output<typeof actionSchema>;

const bodySchema = z.object({
  chainId: z.number(),
  sender: address,
  /** Number of the transaction among those of its sender; none is skipped, none used twice. */
  sequence: amount,
  /** Native currency that the sender pays. Of two with one sequence the higher fee wins. */
  fee: amount,
  actions: z.array(actionSchema),
});

/** Content of a transaction, which its sender signs. */
export type TallyBody = z.output<typeof bodySchema>;

const signedSchema = z.object({ body: z.string(), signature: z.string().regex(/^[0-9a-f]{128}$/) });

/** A transaction whose signature was not checked yet. */
export interface SignedBody {
  readonly body: TallyBody;
  /** The text that was signed. */
  readonly text: string;
  /** 64 bytes in hex. */
  readonly signature: string;
}

/** Text of a transaction that its sender signs; the same transaction always has the same text. */
export function encodeBody({ chainId, sender, sequence, fee, actions }: TallyBody): string {
  return JSON.stringify({ chainId, sender, sequence, fee, actions }, (_, member: unknown) =>
    typeof member === 'bigint' ? member.toString() : member,
  );
}

/** Bytes that a node takes. */
export function encodeSigned(text: string, signature: string): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ body: text, signature }));
}

/** Reads the bytes of {@link encodeSigned}. @throws Error for any other bytes */
export function decodeSigned(raw: Uint8Array): SignedBody {
  const { body, signature } = signedSchema.parse(JSON.parse(new TextDecoder().decode(raw)));
  return { body: bodySchema.parse(JSON.parse(body)), text: body, signature };
}
