import { amountSchema, bytes32Schema, requestStatusSchema } from '@portage/core/schemas';
import { z } from 'zod';

/** Milliseconds since 1970 at which it happened. */
const timestamp = z.number();

/** Body of a delivery that tells a status. @see docs/spec/webhooks.md#event-status */
export const webhookStatusSchema = z.object({
  event: z.literal('request.status.updated'),
  timestamp,
  data: requestStatusSchema,
});

/** Body of a delivery that tells a payment. @see docs/spec/webhooks.md#event-transfer */
export const webhookTransferSchema = z.object({
  event: z.literal('transfer'),
  timestamp,
  data: z.object({
    requestId: bytes32Schema,
    role: z.enum(['deposit', 'transfer', 'fill', 'refund', 'swap']),
    chainId: z.number().int(),
    txHash: z.string(),
    currency: z.string(),
    amount: amountSchema,
    isReverted: z.boolean(),
  }),
});

/** Body of a delivery that was asked for. @see docs/spec/webhooks.md#event-test */
export const webhookTestBodySchema = z.object({
  event: z.literal('webhook.test'),
  timestamp,
  data: z.object({ webhookId: z.string() }),
});

/** Headers of every delivery. @see docs/spec/webhooks.md#signatures */
export const webhookHeadersSchema = z.object({
  'webhook-id': z.string(),
  'webhook-timestamp': z.string(),
  'webhook-signature': z.string(),
  'x-signature-timestamp': z.string(),
  'x-signature-sha256': z.string(),
});
