import bs58 from 'bs58';
import { z } from 'zod';
import type { Commitment } from '../chain/ledgerState.js';

const commitments: Readonly<Record<string, Commitment>> = {
  ...{ processed: 'processed', confirmed: 'confirmed', finalized: 'finalized' },
  // The names of older clients.
  ...{
    recent: 'processed',
    single: 'confirmed',
    singleGossip: 'confirmed',
    root: 'finalized',
    max: 'finalized',
  },
};

/** 32 bytes in base58. */
export const addressSchema = base58Schema(32, 'Invalid param: not an address');
/** 64 bytes in base58. */
export const signatureSchema = base58Schema(64, 'Invalid param: not a signature');
/** 32 bytes in base58. */
export const blockhashSchema = base58Schema(32, 'Invalid param: not a blockhash');

/** A commitment under any of its names; `finalized` when none is asked for. */
export const commitmentSchema = z
  .string()
  .refine((name) => Object.hasOwn(commitments, name), 'unknown commitment')
  .transform((name): Commitment => commitments[name] ?? 'finalized')
  .default('finalized');

/** A slot, a count, an index. */
export const countSchema = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** Which part of account data is asked for. */
export const dataSliceSchema = z.object({ offset: countSchema, length: countSchema }).nullish();

/**
 * How account data is written. `binary` is what a node answers when nothing is asked for: bare
 * base58.
 */
export const accountEncodingSchema = z
  .enum(['binary', 'base58', 'base64', 'jsonParsed'])
  .default('binary');

/** How transactions are written. */
export const transactionEncodingSchema = z
  .enum(['json', 'jsonParsed', 'base58', 'base64'])
  .default('json');

/** What every question about state may say. */
export const stateConfig = { commitment: commitmentSchema, minContextSlot: countSchema.nullish() };

/** What every question about accounts may say. */
export const accountConfig = {
  ...stateConfig,
  encoding: accountEncodingSchema,
  dataSlice: dataSliceSchema,
};

/** An object of options that may be left out whole. */
export function configOf<Shape extends z.ZodRawShape>(
  shape: Shape,
): z.ZodPreprocess<z.ZodObject<Shape>> {
  return z.preprocess((value) => value ?? {}, z.object(shape));
}

function base58Schema(bytes: number, message: string): z.ZodString {
  return z
    .string()
    .max(2 * bytes)
    .refine((text) => bs58.decodeUnsafe(text)?.length === bytes, message);
}
