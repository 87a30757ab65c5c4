import { z } from 'zod';

/**
 * Smallest-unit amounts have at most as many digits as 2^256 - 1; longer text is refused before it
 * becomes a number.
 */
export const amountDigitsMax = 78;

/** Longest text that any member of a request may hold, unless its own schema says otherwise. */
export const textLengthMax = 256;

/** Hex data of any length, capped at 128 KiB. */
export const hexSchema = z
  .string()
  .max(262_146)
  .regex(/^0x[a-fA-F0-9]*$/, 'must be hex data starting with 0x');

/**
 * Longest signature in hex: 6,143 bytes, as of a Safe of 94 owners. It travels in a query, and with
 * the other headers of a request it stays below the 16 KiB that servers read of them.
 */
export const signatureLengthMax = 12_288;

/** A signature: of a key, or of as many bytes as an account's own contract wants. */
export const signatureSchema = hexSchema.max(signatureLengthMax);

/** A 32-byte identifier as hex. */
export const bytes32Schema = z
  .string()
  .regex(/^0x[a-fA-F0-9]{64}$/, 'must be 0x and 64 hex digits');

/** An EVM address; its checksum is judged by the chain's codec. */
export const evmAddressSchema = z
  .string()
  .regex(/^0x[a-fA-F0-9]{40}$/, 'must be 0x and 40 hex digits');

/** An amount in smallest units as decimal digits. */
export const amountSchema = z
  .string()
  .max(amountDigitsMax)
  .regex(/^[0-9]+$/, 'must be decimal digits, counted in the smallest unit');

/** An amount that may be negative (`relayerService` can be). */
export const signedAmountSchema = z
  .string()
  .max(amountDigitsMax + 1)
  .regex(/^-?[0-9]+$/, 'must be decimal digits');

/** A decimal number as text, as in `-0.25`: USD, percent, rates, whole units. */
export const decimalSchema = z
  .string()
  .max(160)
  .regex(/^-?[0-9]+(?:\.[0-9]+)?$/, 'must be a decimal number');

/** Basis points as text, 0 to 10000 (docs/spec/quote.md#slippageTolerance). */
export const bpsTextSchema = z
  .string()
  .max(5)
  .regex(/^([0-9]{1,4}|10000)$/, 'must be 0 to 10000 basis points');

/**
 * An app fee in basis points, with fractions (docs/spec/quote.md#appFees-fee). That pattern
 * backtracks
 * quadratically; this one accepts the same language in linear time, and the length is capped first.
 */
export const feeBpsSchema = z
  .string()
  .max(24)
  .regex(/^(?:\d+(?:\.\d+)?|\.\d+)$/, 'must be basis points, as in "25" or "12.5"');

/** Account, currency or transaction ids of any VM: the chain's codec judges them further. */
export const accountSchema = z.string().min(1).max(128);

/** A chain id as a number. */
export const chainIdSchema = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);

/**
 * A whole number in a query, as its plain digits: an empty value, a hex number or one with an
 * exponent is refused instead of being read as some number that nobody wrote.
 */
export function queryNumber(schema: z.ZodNumber): z.ZodPreprocess<z.ZodNumber> {
  return z.preprocess(
    (value) =>
      typeof value === 'string' && /^(?:0|-?[1-9][0-9]{0,15})$/.test(value) ? Number(value) : value,
    schema,
  );
}

/** A slug of a chain in protocol data, as in `base`. */
export const chainSlugSchema = z.string().min(1).max(64);

/** Free text that a caller may attach. */
export const textSchema = z.string().max(textLengthMax);
