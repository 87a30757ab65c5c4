import { z } from 'zod';
import { failReasons, refundFailReasons } from './failReasons.js';
import { bytes32Schema, decimalSchema } from './primitives.js';
import { requestsQuerySchema } from './requests.js';

const chainIdSchema = requestsQuerySchema.shape.chainId;
const textSchema = z.string().min(1).max(128).optional();
const usdSchema = decimalSchema.optional();

/** Features that a request may have, in the words of version 3. */
export const requestFeatures = [
  'gasless_execution',
  'gasless_swap',
  'fast_fill',
  'gas_top_up',
  'fixed_rate',
  'app_fees',
  'deposit_address',
] as const;

/**
 * Query of `GET /requests/v3`. Timestamps are Unix seconds, inclusive, of the time that the list is
 * sorted by. Members that are refused by name are read as they are written.
 */
export const requestsV3QuerySchema = z.object({
  limit: requestsQuerySchema.shape.limit,
  continuation: requestsQuerySchema.shape.continuation,
  /** Payer, or depositor of the deposit address. */
  user: textSchema,
  /** Id of a request or an order, a transaction, an account or a deposit address. */
  term: textSchema,
  id: bytes32Schema.optional(),
  orderId: bytes32Schema.optional(),
  depositTxHash: textSchema,
  fillTxHash: textSchema,
  refundTxHash: textSchema,
  originChainId: chainIdSchema,
  destinationChainId: chainIdSchema,
  /** A chain on either side. */
  chainId: chainIdSchema,
  depositAddress: textSchema,
  recipient: textSchema,
  status: requestsQuerySchema.shape.status,
  failReason: z.enum(failReasons).optional(),
  refundFailReason: z.enum(refundFailReasons).optional(),
  /** Public ids of API keys of the owner of the key that asks, between commas. */
  apiKey: z.string().max(1024).optional(),
  /** Needs a key: requests that came with keys of its owner. */
  referrer: z.string().max(256).optional(),
  requestType: textSchema,
  currencyInChainId: chainIdSchema,
  currencyOutChainId: chainIdSchema,
  currencyInAddress: textSchema,
  currencyOutAddress: textSchema,
  currencyInSymbol: textSchema,
  currencyOutSymbol: textSchema,
  amountUsdMin: usdSchema,
  amountUsdMax: usdSchema,
  appFeesAmountUsdMin: usdSchema,
  appFeesAmountUsdMax: usdSchema,
  /** Features between commas; one of them is enough. */
  features: z.string().max(256).optional(),
  includeAuthenticatedData: z.stringbool().optional(),
  includeChildRequests: z.stringbool().optional(),
  sortBy: z.enum(['createdAt', 'updatedAt', 'amountUsd']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('desc'),
  startTimestamp: requestsQuerySchema.shape.startTimestamp,
  endTimestamp: requestsQuerySchema.shape.endTimestamp,
  /** Refused, as each of the rest. */
  startBlock: z.string().optional(),
  endBlock: z.string().optional(),
  includeTotal: z.stringbool().optional(),
  fillTimeMin: z.string().optional(),
  fillTimeMax: z.string().optional(),
  filters: z.string().max(4096).optional(),
});
