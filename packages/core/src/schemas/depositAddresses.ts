import { z } from 'zod';
import { bytes32Schema } from './primitives.js';

/** Query of `GET /deposit-addresses/v1`: one of the two. */
export const depositAddressQuerySchema = z.object({
  address: z.string().max(128).optional(),
  requestId: bytes32Schema.optional(),
  id: bytes32Schema.optional(),
});

/** Answer of `GET /deposit-addresses/v1`. */
export const depositAddressSchema = z.object({
  depositAddress: z.string(),
  type: z.enum(['open', 'strict']),
  requestId: bytes32Schema,
  chainId: z.number().int(),
  createdAt: z.string(),
  currency: z.string(),
  refundTo: z.string().nullable(),
});

/** Answer of `GET /deposit-addresses/v1`. */
export type DepositAddress = z.infer<typeof depositAddressSchema>;

/** Body of `POST /transactions/deposit-address/reindex`. */
export const reindexBodySchema = z.object({
  chainId: z.number().int(),
  depositAddress: z.string().max(128),
  targetChainId: z.number().int().optional(),
  currency: z.string().max(128).optional(),
});

/** Answer of `POST /transactions/deposit-address/reindex`. */
export const reindexResponseSchema = z.object({
  message: z.string(),
  triggeredCurrencies: z.array(z.string()),
  checkedCurrencies: z.number().int(),
  failedCurrencies: z.number().int(),
});
