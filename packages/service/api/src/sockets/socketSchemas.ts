import {
  accountSchema,
  bytes32Schema,
  errorBodySchema,
  requestStatusSchema,
  textSchema,
} from '@portage/core/schemas';
import { z } from 'zod';

/** Event that a client of the WebSocket can subscribe to. @see docs/spec/websocket.md#event */
const socketEventSchema = z.literal('request.status.updated');

/** Requests that a subscription follows; exactly one member. */
const socketFiltersSchema = z
  .object({
    id: bytes32Schema.optional(),
    user: accountSchema.optional(),
    /** Public id of an API key of the owner of the key that the connection was made with. */
    apiKey: textSchema.optional(),
  })
  .refine(
    (filters) => Object.values(filters).filter((value) => value !== undefined).length === 1,
    'must have exactly one of id, user and apiKey',
  );

/** Place in the events of a subscription: milliseconds of a change, and a version. */
const socketCursorSchema = z
  .string()
  .regex(/^[0-9]{1,15}\.[0-9]{1,9}$/, 'must be the cursor of an event or of a subscription');

/** Message of a client of the WebSocket. */
export const socketMessageSchema = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  event: socketEventSchema,
  filters: socketFiltersSchema,
  cursor: socketCursorSchema.optional(),
});

/** Query of the address of the WebSocket. */
export const socketQuerySchema = z.object({ apiKey: textSchema.optional() });

/** Event as the WebSocket tells it. */
export const socketUpdateSchema = z.object({
  event: socketEventSchema,
  /** The same whenever the same event is sent. */
  id: z.string(),
  data: requestStatusSchema,
  /** Subscribe with it to go on behind this event. */
  cursor: socketCursorSchema,
  /** Milliseconds since 1970. */
  publishedAt: z.number(),
});

/** First message of a connection. */
export const socketReadySchema = z.object({
  type: z.literal('connection'),
  status: z.literal('ready'),
  data: z.object({ id: z.string() }),
});

/** Answer to a message that was taken. */
export const socketTakenSchema = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  status: z.literal('success'),
  data: z.object({
    event: socketEventSchema,
    filters: socketFiltersSchema,
    /** Cursor of now; with `subscribe` alone. */
    cursor: socketCursorSchema.optional(),
  }),
});

/** Answer to a message that was refused. */
export const socketRefusedSchema = z.object({
  /** Type of the refused message; `message` where that could not be read. */
  type: z.enum(['subscribe', 'unsubscribe', 'message']),
  status: z.literal('error'),
  data: z.object({
    event: socketEventSchema.optional(),
    filters: socketFiltersSchema.optional(),
    error: errorBodySchema,
  }),
});
