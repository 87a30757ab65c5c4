import { z } from 'zod';
import { requestStatuses, type RequestStatus } from '../states.js';
import { failReasons, refundFailReasons } from './failReasons.js';
import { bytes32Schema, textSchema } from './primitives.js';

/** Query of the status endpoints. */
export const statusQuerySchema = z.object({ requestId: bytes32Schema, referrer: textSchema.optional() });

const statusSchema = z.enum(requestStatuses as [RequestStatus, ...RequestStatus[]]);

/** The answer of `GET /intents/status/v3`, and the data of each event of its stream. */
export const requestStatusSchema = z.object({
  requestId: bytes32Schema,
  status: statusSchema,
  details: z.string().optional(),
  inTxHashes: z.array(z.string()),
  txHashes: z.array(z.string()),
  /** Milliseconds since 1970. */
  updatedAt: z.number(),
  originChainId: z.number(),
  destinationChainId: z.number(),
  /** Milliseconds since 1970. */
  quoteCreatedAt: z.number(),
  failReason: z.enum(failReasons),
  refundFailReason: z.enum(refundFailReasons),
  /** What the recipient got, smallest unit; present after a fill. */
  amountOut: z.string().optional(),
});

/** The answer of `GET /intents/status/v3`. */
export type StatusResponse = z.infer<typeof requestStatusSchema>;

/** The answer of `GET /intents/status`, with the words of the endpoint before versions. */
export const legacyStatusSchema = requestStatusSchema.omit({ updatedAt: true }).extend({
  status: z.enum(['received', 'pending', 'success', 'failure', 'fallback']),
  time: z.number(),
});
