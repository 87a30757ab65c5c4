import { createHash } from 'node:crypto';
import type { ReleaseIntent } from '@portage/core/plugin';
import { z } from 'zod';

const amount = z
  .string()
  .regex(/^\d{1,78}$/, 'must be decimal digits')
  .transform((text) => BigInt(text));
const text = z.string().max(200);

/** Release as JSON writes it: amounts are decimal digits. */
export const releaseSchema: z.ZodType<ReleaseIntent> = z.strictObject({
  purpose: z.enum(['refund', 'collection']),
  chainId: z.number().int().min(0),
  depository: text,
  currency: text,
  recipient: text,
  amount,
  orderId: text,
  key: text,
  releases: z
    .array(z.strictObject({ orderId: text, depositor: text, amount }))
    .min(1)
    .max(1_000),
  expiry: z.number().int().min(0),
});

/** A release that was authorized. */
export interface ReleaseRecord {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly intent: ReleaseIntent;
}

const recordSchema: z.ZodType<ReleaseRecord> = z.strictObject({
  at: z.number().int(),
  intent: releaseSchema,
});

/** JSON of a release or a record. */
export function writeJson(value: ReleaseIntent | ReleaseRecord): string {
  return JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'bigint' ? each.toString() : each,
  );
}

/** Reads a line of a journal; undefined where it is none. */
export function readRecord(line: string): ReleaseRecord | undefined {
  try {
    return recordSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Name of the payment: one name is one payment, and has one nonce. */
export function releaseName({ purpose, chainId, depository, orderId, key }: ReleaseIntent): string {
  return JSON.stringify([purpose, chainId, depository, orderId, key]);
}

/**
 * Hash of the terms that a payment keeps however often it is authorized: recipient, currency and
 * whose money it is, and of a collection every amount.
 */
export function releaseTerms({ purpose, recipient, currency, releases }: ReleaseIntent): string {
  const parts = releases.map(({ orderId, depositor, amount }) =>
    purpose === 'refund' ? [orderId, depositor] : [orderId, depositor, amount.toString()],
  );
  const text = JSON.stringify([recipient, currency, parts]);
  return createHash('sha256').update(text).digest('base64');
}
