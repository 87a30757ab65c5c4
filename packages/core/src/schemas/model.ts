import { z } from 'zod';
import { listedCurrencySchema } from './currencies.js';
import { accountSchema, queryNumber } from './primitives.js';
import { requestStatusSchema } from './status.js';

/** Answer of `GET /intents/status/v2`. @see docs/spec/model.md#status-v2 */
export const statusV2Schema = requestStatusSchema
  .omit({ updatedAt: true })
  .extend({
    status: z.enum(['waiting', 'depositing', 'pending', 'success', 'refund', 'failure']),
    time: z.number(),
  });

/** Query of `GET /currencies/token/price`. */
export const tokenPriceQuerySchema = z.object({
  address: accountSchema,
  chainId: queryNumber(z.number().int().min(1)),
});

/** Answer of `GET /currencies/token/price`: USD of one whole unit. */
export const tokenPriceSchema = z.object({ price: z.number() });

/** Query of `GET /currencies/trending`. */
export const trendingQuerySchema = z.object({
  chainId: queryNumber(z.number().int().min(1)).optional(),
  sortBy: z.enum(['relay24hBuyTxCount', 'relay24hBuyUsdVolume', 'coingecko6hTrending']).optional(),
  limit: queryNumber(z.number().int().min(1).max(100)).default(50),
});

/** Answer of `GET /currencies/trending`. */
export const trendingSchema = z.array(listedCurrencySchema);

/** Query of `GET /chains/liquidity`. */
export const liquidityQuerySchema = z.object({ chainId: queryNumber(z.number().int().min(1)) });

/** Answer of `GET /chains/liquidity`. @see docs/spec/model.md#liquidity */
export const liquiditySchema = z.object({
  liquidity: z.array(
    z.object({
      chainId: z.number().int(),
      /** Asset id, as in `usdc`. */
      currencyId: z.string(),
      symbol: z.string(),
      address: z.string(),
      decimals: z.number().int(),
      /** Balance that the solver may spend, in smallest units. */
      balance: z.string(),
      /** Left out while there is no price. */
      amountUsd: z.string().optional(),
    }),
  ),
});

/** Answer of `GET /prices/rates`: USD of one whole unit, by symbol in capitals. */
export const ratesSchema = z.record(z.string(), z.number());
