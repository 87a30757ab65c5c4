import { errorKinds, PortageError, type ErrorCode } from '@portage/core';
import {
  endpoints,
  errorBodySchema,
  type EndpointName,
  type EndpointResponse,
} from '@portage/core/schemas';
import type { Session } from '../session.js';
import { usageError } from '../usageError.js';

/** Endpoint of webhooks. */
type WebhookEndpoint = Extract<EndpointName, `webhook${string}`>;

/** Parts of a call. */
export interface WebhookCall {
  readonly webhookId?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/**
 * Calls an endpoint of webhooks with the key of the session.
 *
 * @throws InvalidArgumentError without a key
 * @throws PortageError with the code that the service sent
 */
export async function callWebhooks<Name extends WebhookEndpoint>(
  { portage, io }: Session,
  name: Name,
  { webhookId = '', query = {}, body = {} }: WebhookCall = {},
): Promise<EndpointResponse<Name>> {
  if ((io.env['PORTAGE_API_KEY'] ?? '') === '')
    throw usageError('Whose webhooks? Set PORTAGE_API_KEY.');
  const { method, path, response } = endpoints[name];
  const asked = new URLSearchParams(query).toString();
  const target = path.replace('{webhookId}', encodeURIComponent(webhookId));
  const answer = await portage.client.fetch(asked === '' ? target : `${target}?${asked}`, {
    method,
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: JSON.stringify(body) } : {}),
    signal: io.signal,
  });
  const read: unknown = await answer.json().catch(() => undefined);
  if (!answer.ok) throw refusalOf(read, answer.status);
  // The schema is that of the endpoint by which the answer is typed.
  return response.parse(read) as EndpointResponse<Name>;
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorKinds, code);
}

function refusalOf(body: unknown, status: number): PortageError {
  const { data } = errorBodySchema.safeParse(body);
  const code = data !== undefined && isErrorCode(data.errorCode) ? data.errorCode : 'UNKNOWN_ERROR';
  const message = data?.message ?? `The service answered with status ${String(status)}.`;
  return new PortageError(code, { message, hint: data?.hint });
}
