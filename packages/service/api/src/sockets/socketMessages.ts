import type { StoredRequest } from '@portage/settlement';
import type { z } from 'zod';
import { toErrorAnswer } from '../errors.js';
import { renderStatus } from '../status/renderStatus.js';
import type { socketMessageSchema, socketUpdateSchema } from './socketSchemas.js';

/** Message of a client, as it was read. */
export type SocketMessage = z.output<typeof socketMessageSchema>;

/** Place in the events of a subscription. */
export interface SocketCursor {
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly version: number;
}

/** Reads a cursor that its schema has taken. */
export function readCursor(text: string): SocketCursor {
  const [since, version] = text.split('.');
  return { since: Number(since), version: Number(version) };
}

const printCursor = ({ since, version }: SocketCursor): string =>
  `${String(since)}.${String(version)}`;

/** Event of a request in the state that it is in. */
export function printUpdate(request: StoredRequest, now: number): string {
  const { id, version, status, updatedAt } = request;
  // Time alone changes no version.
  const mark = status === 'expired' ? '-expired' : '';
  const update: z.input<typeof socketUpdateSchema> = {
    event: 'request.status.updated',
    id: `${id}:${String(version)}${mark}`,
    data: renderStatus(request),
    cursor: printCursor({ since: updatedAt, version }),
    publishedAt: now,
  };
  return JSON.stringify(update);
}

/** First message of a connection. */
export function printReady(id: string): string {
  return JSON.stringify({ type: 'connection', status: 'ready', data: { id } });
}

/** Answer to a message that was taken. */
export function printTaken({ type, event, filters }: SocketMessage, now: number): string {
  const cursor = type === 'subscribe' ? printCursor({ since: now, version: 0 }) : undefined;
  return JSON.stringify({ type, status: 'success', data: { event, filters, cursor } });
}

/** Answer to a message that was refused. */
export interface RefusedMessage {
  readonly text: string;
  /** True for a fault of the service, which belongs in the log. */
  readonly isOurs: boolean;
}

/** Message that was refused, as far as it was read. */
export interface RefusedContext {
  readonly message: SocketMessage | undefined;
  /** Id of the connection in the log. */
  readonly incident: string;
}

/** Answers a message that was refused with the body with which an endpoint would answer. */
export function printRefused(error: unknown, context: RefusedContext): RefusedMessage {
  const { body, isOurs } = toErrorAnswer(error, context.incident);
  const { type = 'message', event, filters } = context.message ?? {};
  const data = { event, filters, error: body };
  return { isOurs, text: JSON.stringify({ type, status: 'error', data }) };
}
