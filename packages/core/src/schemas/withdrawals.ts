import { z } from 'zod';
import { pageQuerySchema } from './appFees.js';
import { currencySchema } from './currencyAmount.js';
import {
  accountSchema,
  amountSchema,
  bytes32Schema,
  chainSlugSchema,
  signatureSchema,
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
  signature: signatureSchema.optional(),
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

/** Query of `GET /withdrawals/balances`. */
export const withdrawalBalancesQuerySchema = z.object({
  /** Owner of the balances: the depositor of what no order took. */
  recoveryAddress: accountSchema,
  /** Chain that the owner is an account of: its id or its slug. */
  ownerChainId: z.string().min(1).max(64),
  ...pageQuerySchema.shape,
});

/** Answer of `GET /withdrawals/balances`. */
export const withdrawalBalancesSchema = z.object({
  balances: z.array(
    z.object({
      /** Name of the currency in the books: the id of its chain and its address. */
      hubTokenId: z.string(),
      /** Null for a currency that is no longer listed. */
      currency: currencySchema.nullable(),
      amount: amountSchema,
      amountFormatted: z.string(),
      /** Absent where the price is not known now. */
      amountUsd: z.string().optional(),
    }),
  ),
  /** Where the next page begins; absent on the last. */
  continuation: z.string().optional(),
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
