import { z } from 'zod';
import { accountSchema, chainIdSchema } from './primitives.js';

/** A currency as the wire shows it. @see SPEC, "Currency amount object" */
export const currencySchema = z.object({
  chainId: chainIdSchema,
  address: accountSchema,
  symbol: z.string(),
  name: z.string(),
  decimals: z.number().int().min(0).max(36),
  metadata: z.object({ logoURI: z.string(), verified: z.boolean(), isNative: z.boolean().optional() }),
});

/** A currency as the wire shows it. */
export type Currency = z.infer<typeof currencySchema>;

/** An amount of a currency with its USD value; all leaves are strings. @see SPEC, "Currency amount object" */
export const currencyAmountSchema = z.object({
  currency: currencySchema,
  amount: z.string(),
  amountFormatted: z.string(),
  amountUsd: z.string(),
  minimumAmount: z.string(),
});

/** An amount of a currency with its USD value. */
export type CurrencyAmount = z.infer<typeof currencyAmountSchema>;
