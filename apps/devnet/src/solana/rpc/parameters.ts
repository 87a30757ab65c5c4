import { z } from 'zod';
import type { Commitment } from '../chain/ledgerState.js';
import { readBase58 } from '../wire/readBase58.js';

const commitments: Readonly<Record<string, Commitment>> = {
  processed: 'processed',
  confirmed: 'confirmed',
  finalized: 'finalized',
  // Names that older clients use.
  recent: 'processed',
  single: 'confirmed',
  singleGossip: 'confirmed',
  root: 'finalized',
  max: 'finalized',
};

/** 32 bytes in base58. */
export const addressSchema = base58Schema(32, 'Invalid param: not an address');
/** 64 bytes in base58. */
export const signatureSchema = base58Schema(64, 'Invalid param: not a signature');
/** 32 bytes in base58. */
export const blockhashSchema = base58Schema(32, 'Invalid param: not a blockhash');

/** Commitment under any of its names; by default `finalized`. */
export const commitmentSchema = z
  .string()
  .refine((name) => Object.hasOwn(commitments, name), 'unknown commitment')
  .transform((name): Commitment => commitments[name] ?? 'finalized')
  .default('finalized');

/** Slot, count or index. */
export const countSchema = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** Part of account data that is requested. */
export const dataSliceSchema = z.object({ offset: countSchema, length: countSchema }).nullish();

/** Encoding of account data. `binary` is the node's default: bare base58. */
export const accountEncodingSchema = z
  .enum(['binary', 'base58', 'base64', 'jsonParsed'])
  .default('binary');

/** Encoding of transactions. */
export const transactionEncodingSchema = z
  .enum(['json', 'jsonParsed', 'base58', 'base64'])
  .default('json');

/** Options of every query for state. */
export const stateConfig = { commitment: commitmentSchema, minContextSlot: countSchema.nullish() };

/** Options of every query for accounts. */
export const accountConfig = {
  ...stateConfig,
  encoding: accountEncodingSchema,
  dataSlice: dataSliceSchema,
};

/** Optional object of options. */
export function configOf<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<Shape>> {
  return z.preprocess((value) => value ?? {}, z.object(shape));
}

function base58Schema(bytes: number, message: string): z.ZodString {
  return z
    .string()
    .max(2 * bytes)
    .refine((text) => readBase58(text)?.length === bytes, message);
}
