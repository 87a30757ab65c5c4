import { z } from 'zod';
import {
  accountSchema,
  amountSchema,
  bytes32Schema,
  chainSlugSchema,
  hexSchema,
} from './primitives.js';

/** Body of `POST /withdrawals/request`; with `nonce` and `signature` it executes. */
export const withdrawalBodySchema = z.object({
  chainId: chainSlugSchema,
  currency: accountSchema,
  amount: amountSchema,
  ownerChainId: chainSlugSchema,
  owner: accountSchema,
  recipient: accountSchema,
  nonce: bytes32Schema.optional(),
  signature: hexSchema.max(8192).optional(),
  additionalData: z.record(z.string(), z.unknown()).optional(),
});

/** Answer of the first call. */
export const withdrawalPreparedSchema = z.object({
  nonce: bytes32Schema,
  amount: amountSchema,
  additionalData: z.record(z.string(), z.unknown()).optional(),
});

/** Answer of the second call. */
export const withdrawalStartedSchema = z.object({
  jobId: z.string(),
  status: z.literal('processing'),
});

/** States of a withdrawal job. */
export const withdrawalStates = [
  'processing',
  'initiating',
  'attesting',
  'ready',
  'executed',
  'expired',
  'failed',
] as const;

/** Answer of `GET /withdrawals/status`. */
export const withdrawalStatusSchema = z.object({
  status: z.enum(withdrawalStates),
  transaction: z.record(z.string(), z.unknown()).nullable(),
  withdrawal: z.record(z.string(), z.unknown()).nullable(),
  txHash: z.string().nullable(),
  reason: z.string().nullable(),
});
