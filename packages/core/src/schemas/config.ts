import { z } from 'zod';
import { accountSchema, queryNumber } from './primitives.js';

/** Asset ids of `GET /config/v2`. @see docs/spec/chains-and-currencies.md#config-currency-ids */
export const configCurrencyIds = [
  'anime',
  'btc',
  'cgt',
  'dai',
  'eth',
  'omi',
  'pop',
  'tg7',
  'tia',
  'usdc',
  'usdc.e',
  'usdt',
  'sol',
  'weth',
  'ape',
  'g7',
  'pengu',
  'plume',
  'plumeusd',
  'gun',
  'somi',
  'synd',
  'xpl',
  'usde',
  'mon',
  'musd',
  'usdm',
  'pyusd',
  'cash',
  'eusd',
  'pusd',
  'bnb',
  'usdg',
  'pathusd',
  'ausd',
  'usdc.e-cronos',
] as const;

/** Query of the deprecated `GET /config/v2`. */
export const configQuerySchema = z.object({
  originChainId: queryNumber(z.number().int().min(1)),
  destinationChainId: queryNumber(z.number().int().min(1)),
  user: accountSchema.optional(),
  currency: z.enum(configCurrencyIds).optional(),
});

/** Answer of the deprecated `GET /config/v2`. @see docs/spec/chains-and-currencies.md#config */
export const configResponseSchema = z.object({
  enabled: z.boolean(),
  user: z.object({ balance: z.string(), maxBridgeAmount: z.string() }).optional(),
  fee: z.string(),
  solver: z.object({ address: z.string(), balance: z.string(), capacityPerRequest: z.string() }),
  supportsExternalLiquidity: z.boolean(),
});
