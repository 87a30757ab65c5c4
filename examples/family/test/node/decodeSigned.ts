import { createPublicKey, verify } from 'node:crypto';
import { amountSchema } from '@portage/core/schemas';
import { z } from 'zod';
import type { TallyBody } from '../../src/transaction.js';

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

const bodySchema: z.ZodType<TallyBody> = z.object({
  chainId: z.number(),
  sender: address,
  /** Number of the transaction among those of its sender; none is skipped, none used twice. */
  sequence: amount,
  /** Native currency that the sender pays. Of two with one sequence the higher fee wins. */
  fee: amount,
  actions: z.array(actionSchema),
});

const signedSchema = z.object({ body: z.string(), signature: z.string().regex(/^[0-9a-f]{128}$/) });

/** A transaction whose signature was not checked yet. */
export interface SignedBody {
  readonly body: TallyBody;
  /** The text that was signed. */
  readonly text: string;
  /** 64 bytes in hex. */
  readonly signature: string;
}

/** Reads the bytes of a signed transaction. @throws Error for any other bytes */
export function decodeSigned(raw: Uint8Array): SignedBody {
  const { body, signature } = signedSchema.parse(JSON.parse(new TextDecoder().decode(raw)));
  return { body: bodySchema.parse(JSON.parse(body)), text: body, signature };
}

/** Part of SPKI before the 32 bytes of an ed25519 public key. */
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Whether an account signed a text. */
export function isSignedBy(address: string, text: string, signature: string): boolean {
  const der = Buffer.concat([spkiPrefix, Buffer.from(address.slice(3), 'hex')]);
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}
