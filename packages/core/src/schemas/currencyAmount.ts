import { z } from 'zod';
import { accountSchema, chainIdSchema, decimalSchema, signedAmountSchema } from './primitives.js';

/** A currency as the wire shows it. @see docs/spec/quote.md#currency-amount */
export const currencySchema = z.object({
  chainId: chainIdSchema,
  address: accountSchema,
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int().min(0).max(36),
  metadata: z.object({
    logoURI: z.string(),
    verified: z.boolean(),
    isNative: z.boolean().optional(),
  }),
});

/** A currency as the wire shows it. */
export interface Currency {
  chainId: number;
  /** The zero address is the native currency of EVM chains. */
  address: string;
  symbol: string;
  name: string;
  /** 1 unit is `10 ** decimals` of the smallest unit. */
  decimals: number;
  metadata: { logoURI: string; verified: boolean; isNative?: boolean | undefined };
}

/**
 * An amount of a currency with its USD value; all leaves are strings.
 * @see docs/spec/quote.md#currency-amount
 */
export const currencyAmountSchema = z.object({
  currency: currencySchema,
  amount: signedAmountSchema,
  amountFormatted: decimalSchema,
  amountUsd: decimalSchema,
  minimumAmount: signedAmountSchema,
});

/** An amount of a currency with its USD value; all leaves are text. */
export interface CurrencyAmount {
  currency: Currency;
  /** Smallest unit, as decimal digits. */
  amount: string;
  /** Whole units with decimals, as in `0.5`; for people. */
  amountFormatted: string;
  /** USD with six decimals, at the price of the quote. */
  amountUsd: string;
  /** The least of it that can arrive, smallest unit. */
  minimumAmount: string;
}
