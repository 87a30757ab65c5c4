import { assert, requestFault, type PortageError } from '@portage/core';
import { endpoints, type EndpointName } from '@portage/core/schemas';
import type { OwnedWebhook } from '@portage/settlement/webhooks';
import type { Call, RouteContext } from '../context.js';
import { unsupported } from '../unsupported.js';
import type { WebhookParts } from './webhookParts.js';

/** Endpoint of webhooks. */
type WebhookEndpoint = Extract<EndpointName, `webhook${string}`>;

/** Endpoint of one webhook. */
export type OneWebhookEndpoint = Exclude<WebhookEndpoint, 'webhookList' | 'webhookCreate'>;

/** Owner of the key that a call came with. */
export function ownerOf<Name extends WebhookEndpoint>({ request }: Call<Name>): string {
  assert(request.caller !== undefined, 'the endpoint needs a key');
  return request.caller.owner;
}

/** The webhook that a call names, as its owner sees it. */
export function namedWebhook<Name extends OneWebhookEndpoint>(call: Call<Name>): OwnedWebhook {
  const { webhookId } = endpoints.webhookTest.params.parse(call.read('params'));
  return { owner: ownerOf(call), id: webhookId };
}

/** @throws PortageError `UNSUPPORTED_FEATURE` where the service has no webhooks */
export function webhooksOf(
  { webhookParts }: Pick<RouteContext, 'webhookParts'>,
  name: WebhookEndpoint,
): WebhookParts {
  if (webhookParts === undefined) throw unsupported(name);
  return webhookParts;
}

/** Error for a webhook that is not there, or another owner's. */
export function unknownWebhook(): PortageError {
  return requestFault('webhookId', 'names no webhook of yours', {
    message: 'There is no webhook with this id.',
    hint: 'GET /webhooks lists yours.',
  });
}
