import { z } from 'zod';
import { currencyAmountSchema } from './currencyAmount.js';
import { accountSchema, amountSchema, chainIdSchema, queryNumber } from './primitives.js';
import { stepSchema } from './steps.js';

/** Answer of `GET /app-fees/{wallet}/balances`. @see docs/spec/sponsorship.md#app-fee-balances */
export const appFeeBalancesSchema = z.object({
  /** A balance whose currency has no price now has no `amountUsd`. */
  balances: z.array(currencyAmountSchema.partial({ amountUsd: true })),
  totalBalanceUsd: z.number(),
  outstandingFastFillBalanceUsd: z.number(),
  pendingBalanceUsd: z.number(),
  availableBalanceUsd: z.number(),
});

/** Path of the app-fee endpoints. */
export const walletParamsSchema = z.object({ wallet: accountSchema });

/** Body of `POST /app-fees/{wallet}/claim`. @see docs/spec/withdrawals.md#claim */
export const appFeeClaimBodySchema = z.object({
  chainId: chainIdSchema,
  currency: accountSchema,
  recipient: accountSchema,
  amount: amountSchema.optional(),
});

/** Answer of `POST /app-fees/{wallet}/claim`. @see docs/spec/withdrawals.md#claim-step */
export const appFeeClaimSchema = z.object({ steps: z.array(stepSchema) });

/** State of a claim. @see docs/spec/withdrawals.md#claim-status */
export const claimStatusSchema = z.enum(['pending', 'submitted', 'success', 'failure']);

/** Query of paged lists. */
export const pageQuerySchema = z.object({
  limit: queryNumber(z.number().int().min(1).max(50)).default(20),
  continuation: z.string().max(512).optional(),
});

/** Answer of `GET /app-fees/{wallet}/claims`. */
export const appFeeClaimsSchema = z.object({
  claims: z.array(
    z.object({
      claimId: z.string(),
      wallet: z.string(),
      recipient: z.string(),
      currency: z.string(),
      txHash: z.string().nullable(),
      status: claimStatusSchema,
      createdAt: z.string(),
      chainId: chainIdSchema,
      amount: z.string(),
    }),
  ),
  continuation: z.string().optional(),
});
