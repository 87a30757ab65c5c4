import { z } from 'zod';
import { bytes32Schema, queryNumber } from './primitives.js';

/** Events that a webhook can be told of. @see docs/spec/webhooks.md#events */
export const webhookEventSchema = z.enum(['request.status.updated', 'transfer']);

const eventsSchema = z
  .array(webhookEventSchema)
  .min(1)
  .max(2)
  .transform((events) => [...new Set(events)]);

const urlSchema = z.string().max(2_048);

/** Body of what needs nothing beside its path. */
export const emptyBodySchema = z.object({});

/** Path of the endpoints of one webhook. */
export const webhookParamsSchema = z.object({ webhookId: z.string().max(64) });

/** A webhook of the owner of the key. @see docs/spec/webhooks.md#webhook */
export const webhookSchema = z.object({
  webhookId: z.string(),
  url: z.string(),
  events: z.array(webhookEventSchema),
  state: z.enum(['active', 'paused', 'parked']),
  /** ISO 8601, as the other times. */
  createdAt: z.string(),
  /** Time of the newest delivery that was taken; null before the first. */
  deliveredAt: z.string().nullable(),
  /** Time until which the former secret signs as well; null where none was changed. */
  previousSecretUntil: z.string().nullable(),
  /** Fault of the newest attempt; null where there was none. */
  fault: z.string().nullable(),
  /** Deliveries that wait. */
  pending: z.number().int(),
  /** Deliveries that were given up after a day. */
  parked: z.number().int(),
});

/** Answer of `GET /webhooks`. */
export const webhooksSchema = z.object({ webhooks: z.array(webhookSchema) });

/** Body of `POST /webhooks`. */
export const webhookBodySchema = z.object({
  url: urlSchema,
  events: eventsSchema.default(['request.status.updated', 'transfer']),
});

/** Answer that shows a secret, this once. @see docs/spec/webhooks.md#secret */
export const webhookSecretSchema = z.object({ webhook: webhookSchema, secret: z.string() });

/** Body of `POST /webhooks/{webhookId}`: the members to change. */
export const webhookChangeSchema = z.object({
  url: urlSchema.optional(),
  events: eventsSchema.optional(),
  state: z.enum(['active', 'paused']).optional(),
});

/** Body of `POST /webhooks/{webhookId}/rotate`. */
export const webhookRotateSchema = z.object({
  /** Seconds for which the former secret signs as well; a day by default, at most a week. */
  overlapSeconds: z.number().int().min(0).max(604_800).default(86_400),
});

/** Body of `POST /webhooks/{webhookId}/replay`: times in Unix seconds. */
export const webhookReplaySchema = z.object({
  startTimestamp: z.number().int().min(0),
  endTimestamp: z.number().int().min(0).max(8_640_000_000_000),
});

/** Answer of `POST /webhooks/{webhookId}/replay`. */
export const webhookReplayedSchema = z.object({ count: z.number().int() });

/** Answer of `POST /webhooks/{webhookId}/test`. */
export const webhookTestedSchema = z.object({ messageId: z.string() });

/** Query of `GET /webhooks/{webhookId}/deliveries`. */
export const webhookDeliveriesQuerySchema = z.object({
  state: z.enum(['pending', 'delivered', 'parked']).optional(),
  limit: queryNumber(z.number().int().min(1).max(100)).default(20),
  continuation: z
    .string()
    .regex(/^[0-9]{1,15}$/, 'must be the continuation of a page')
    .optional(),
});

/** Answer of `GET /webhooks/{webhookId}/deliveries`, newest first. */
export const webhookDeliveriesSchema = z.object({
  deliveries: z.array(
    z.object({
      /** Id that the receiver gets as `webhook-id`. */
      messageId: z.string(),
      event: z.string(),
      requestId: bytes32Schema.nullable(),
      state: z.enum(['pending', 'delivered', 'parked']),
      attempts: z.number().int(),
      createdAt: z.string(),
      /** Time of the newest attempt; null before the first. */
      attemptedAt: z.string().nullable(),
      /** HTTP status of the newest answer; null where there was none. */
      statusCode: z.number().int().nullable(),
      fault: z.string().nullable(),
    }),
  ),
  continuation: z.string().optional(),
});
