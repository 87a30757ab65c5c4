import { z } from 'zod';
import { currencySchema } from './currencyAmount.js';

/** Body of `POST /currencies/v2`. */
export const currenciesBodySchema = z.object({
  defaultList: z.boolean().optional(),
  chainIds: z.array(z.number().int()).max(64).optional(),
  term: z.string().max(128).optional(),
  address: z.string().max(128).optional(),
  currencyId: z.string().max(64).optional(),
  tokens: z.array(z.string().max(160)).max(64).optional(),
  verified: z.boolean().optional(),
  limit: z.number().int().min(1).max(100).default(20),
});

/** A currency in lists. */
export const listedCurrencySchema = currencySchema.extend({
  vmType: z.string(),
  groupID: z.string().optional(),
});

/** Answer of `POST /currencies/v2`. */
export const currenciesResponseSchema = z.array(listedCurrencySchema);

/** A currency as `POST /currencies/v2` lists it. */
export type ListedCurrency = z.infer<typeof listedCurrencySchema>;
