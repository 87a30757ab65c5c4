import { z } from 'zod';
import { requestStatuses, type RequestStatus } from '../states.js';
import {
  failReasons,
  refundFailReasons,
  type FailReason,
  type RefundFailReason,
} from './failReasons.js';
import { bytes32Schema, textSchema } from './primitives.js';

/** Query of the status endpoints. */
export const statusQuerySchema = z.object({
  requestId: bytes32Schema,
  referrer: textSchema.optional(),
});

const statusSchema = z.enum(requestStatuses);

/** The answer of `GET /intents/status/v3`, and the data of each event of its stream. */
export const requestStatusSchema = z.object({
  requestId: bytes32Schema,
  status: statusSchema,
  details: z.string().optional(),
  inTxHashes: z.array(z.string()),
  txHashes: z.array(z.string()),
  updatedAt: z.number(),
  originChainId: z.number(),
  destinationChainId: z.number(),
  quoteCreatedAt: z.number(),
  failReason: z.enum(failReasons),
  refundFailReason: z.enum(refundFailReasons),
  amountOut: z.string().optional(),
});

/** The answer of `GET /intents/status/v3`. */
export interface StatusResponse {
  requestId: string;
  /**
   * `waiting`, `expired`, `depositing`, `pending` and `submitted` go on; `success`, `refund` and
   * `failure` are the end. `expired`: no payment was seen in time; one that is seen later goes
   * on.
   */
  status: RequestStatus;
  /** Sentence about what happened, for people. */
  details?: string | undefined;
  /** Transactions of the payer. */
  inTxHashes: string[];
  /** Transactions of the solver: the payment, or the refund. */
  txHashes: string[];
  /** Milliseconds since 1970. */
  updatedAt: number;
  originChainId: number;
  destinationChainId: number;
  /** Milliseconds since 1970. */
  quoteCreatedAt: number;
  /** Why it is not, or not yet, paid; `N/A` while there is no reason. */
  failReason: FailReason;
  /** Why it could not be given back; `N/A` while there is no reason. */
  refundFailReason: RefundFailReason;
  /** Amount that the recipient got, in smallest units; present after a fill. */
  amountOut?: string | undefined;
}

/** The answer of `GET /intents/status`, with the words of the endpoint before versions. */
export const legacyStatusSchema = requestStatusSchema
  .omit({ updatedAt: true })
  .extend({
    status: z.enum(['received', 'pending', 'success', 'failure', 'fallback']),
    time: z.number(),
  });
