import type { z } from 'zod';
import {
  socketMessageSchema,
  socketQuerySchema,
  socketReadySchema,
  socketRefusedSchema,
  socketTakenSchema,
  socketUpdateSchema,
} from '../sockets/socketSchemas.js';
import type { Json, JsonObject } from './json.js';
import { toSchema } from './toSchema.js';
import {
  webhookHeadersSchema,
  webhookStatusSchema,
  webhookTestBodySchema,
  webhookTransferSchema,
} from './webhookBodies.js';

/** Message of a channel, and who sends it. */
interface Message {
  readonly by: 'client' | 'service';
  readonly summary: string;
  readonly payload: z.ZodType;
  readonly headers?: z.ZodType;
}

const ofSockets: Readonly<Record<string, Message>> = {
  ask: { by: 'client', summary: 'Subscribe or unsubscribe.', payload: socketMessageSchema },
  ready: { by: 'service', summary: 'The connection is there.', payload: socketReadySchema },
  taken: { by: 'service', summary: 'What was asked for is done.', payload: socketTakenSchema },
  refused: { by: 'service', summary: 'A message was refused.', payload: socketRefusedSchema },
  update: { by: 'service', summary: 'The status of a request.', payload: socketUpdateSchema },
};

const headers = webhookHeadersSchema;

const ofWebhooks: Readonly<Record<string, Message>> = {
  status: {
    by: 'service',
    summary: 'The status of a request.',
    payload: webhookStatusSchema,
    headers,
  },
  transfer: {
    by: 'service',
    summary: 'A payment, or a reorg that took one back.',
    payload: webhookTransferSchema,
    headers,
  },
  test: {
    by: 'service',
    summary: 'A delivery that was asked for.',
    payload: webhookTestBodySchema,
    headers,
  },
};

function describeMessages(messages: Readonly<Record<string, Message>>): JsonObject {
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]): readonly [string, Json] => [
      name,
      {
        name,
        summary: message.summary,
        payload: toSchema(message.payload, message.by === 'client' ? 'input' : 'output', 'draft-7'),
        ...(message.headers !== undefined && {
          headers: toSchema(message.headers, 'output', 'draft-7'),
        }),
      },
    ]),
  );
}

/** Operations of the service on a channel: what it receives, and what it sends. */
function describeOperations(
  channel: string,
  messages: Readonly<Record<string, Message>>,
): JsonObject {
  return Object.fromEntries(
    Object.entries(messages).map(([name, { by, summary }]): readonly [string, Json] => [
      `${channel}.${name}`,
      {
        action: by === 'client' ? 'receive' : 'send',
        summary,
        channel: { $ref: `#/channels/${channel}` },
        messages: [{ $ref: `#/channels/${channel}/messages/${name}` }],
      },
    ]),
  );
}

/**
 * AsyncAPI 3.0 document of what the service tells unasked: by its WebSocket, and to webhooks.
 *
 * @example
 * ```ts
 * createAsyncApi('1.0.0').asyncapi; // '3.0.0'
 * ```
 */
export function createAsyncApi(version: string): JsonObject {
  const query = toSchema(socketQuerySchema, 'input', 'draft-7');
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Portage',
      version,
      description: 'Statuses and payments of requests, told as they come.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      websocket: {
        address: '/ws',
        description: 'Subscriptions to a request, a user or a key.',
        messages: describeMessages(ofSockets),
        bindings: { ws: { method: 'GET', query, bindingVersion: '0.1.0' } },
      },
      webhooks: {
        // Each webhook has a URL of its own.
        address: null,
        description: 'Signed deliveries to the webhooks of the owner of a key.',
        messages: describeMessages(ofWebhooks),
      },
    },
    operations: {
      ...describeOperations('websocket', ofSockets),
      ...describeOperations('webhooks', ofWebhooks),
    },
  };
}
