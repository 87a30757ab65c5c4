import { z } from 'zod';
import { failReasons, refundFailReasons } from './failReasons.js';

/** Query of `GET /requests/v2`. @see FACTS section 1.3 */
export const requestsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(50).default(20),
  continuation: z.string().max(512).optional(),
  user: z.string().max(128).optional(),
  hash: z.string().max(128).optional(),
  originChainId: z.coerce.number().int().optional(),
  destinationChainId: z.coerce.number().int().optional(),
  id: z.string().max(66).optional(),
  orderId: z.string().max(66).optional(),
  includeOrderData: z.stringbool().optional(),
  startTimestamp: z.coerce.number().int().optional(),
  endTimestamp: z.coerce.number().int().optional(),
  startBlock: z.coerce.number().int().optional(),
  endBlock: z.coerce.number().int().optional(),
  chainId: z.coerce.number().int().optional(),
  referrer: z.string().max(256).optional(),
  depositAddress: z.string().max(128).optional(),
  includeChildRequests: z.stringbool().optional(),
  status: z.enum(['success', 'failure', 'refund', 'pending', 'depositing']).optional(),
  apiKey: z.string().max(128).optional(),
  sortBy: z.enum(['createdAt', 'updatedAt']).default('createdAt'),
  sortDirection: z.enum(['asc', 'desc']).default('desc'),
});

const requestTxSchema = z.object({ hash: z.string(), chainId: z.number().int(), type: z.literal('onchain'), block: z.number().int().optional(), timestamp: z.number().optional(), status: z.string().optional() });

/** One request in the list. */
export const requestEntrySchema = z.object({
  id: z.string(),
  status: z.enum(['success', 'failure', 'refund', 'pending', 'depositing', 'waiting', 'submitted']),
  user: z.string(),
  recipient: z.string(),
  referrer: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  depositAddress: z.record(z.string(), z.unknown()).nullable(),
  data: z.looseObject({
    failReason: z.enum(failReasons),
    refundFailReason: z.enum(refundFailReasons),
    inTxs: z.array(requestTxSchema),
    outTxs: z.array(requestTxSchema),
  }),
  protocol: z.looseObject({ orderId: z.string() }).optional(),
});

/** Answer of `GET /requests/v2`. */
export const requestsResponseSchema = z.object({ requests: z.array(requestEntrySchema), continuation: z.string().optional() });
