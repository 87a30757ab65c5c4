import { requestFault } from '@portage/core';
import { makeSecret, readTarget } from '@portage/push';
import type { Route } from '../context.js';
import { namedWebhook, ownerOf, unknownWebhook, webhooksOf } from './ownWebhook.js';
import { renderDelivery, renderWebhook } from './renderWebhook.js';

/** Webhooks that an owner may have. */
const webhooksMax = 20;

/** Bytes of the id of a webhook, in hex behind `wh_`. */
const idBytes = 8;

/** `GET /webhooks` */
export const webhookList: Route<'webhookList'> = (context) => async (call, reply) => {
  const { webhooks } = webhooksOf(context, 'webhookList');
  const own = await webhooks.list(ownerOf(call));
  void reply.header('cache-control', 'private, no-store');
  return { webhooks: own.map(renderWebhook) };
};

/** `POST /webhooks`: the answer shows the secret, this once. */
export const webhookCreate: Route<'webhookCreate'> = (context) => async (call, reply) => {
  const parts = webhooksOf(context, 'webhookCreate');
  const { url, events } = call.read('body');
  const target = readTarget(url, parts);
  const owner = ownerOf(call);
  const secret = makeSecret(parts.randomBytes);
  const id = `wh_${Buffer.from(parts.randomBytes(idBytes)).toString('hex')}`;
  const made = { id, owner, url: target.href, events, secret };
  const webhook = await parts.webhooks.create(made, webhooksMax);
  if (webhook === undefined)
    throw requestFault('url', 'is one too many', {
      message: `An owner has at most ${String(webhooksMax)} webhooks.`,
      hint: 'End one that is not used.',
    });
  void reply.header('cache-control', 'private, no-store');
  return { webhook: renderWebhook(webhook), secret };
};

/** `POST /webhooks/{webhookId}` */
export const webhookChange: Route<'webhookChange'> = (context) => async (call) => {
  const parts = webhooksOf(context, 'webhookChange');
  const { url, events, state } = call.read('body');
  const target = url === undefined ? undefined : readTarget(url, parts).href;
  const change = { url: target, events, state };
  const webhook = await parts.webhooks.change(namedWebhook(call), change);
  if (webhook === undefined) throw unknownWebhook();
  return renderWebhook(webhook);
};

/** `POST /webhooks/{webhookId}/delete` */
export const webhookDelete: Route<'webhookDelete'> = (context) => async (call) => {
  const { webhooks } = webhooksOf(context, 'webhookDelete');
  if (!(await webhooks.remove(namedWebhook(call)))) throw unknownWebhook();
  return { message: 'The webhook has ended.' };
};

/** `POST /webhooks/{webhookId}/rotate`: the answer shows the new secret, this once. */
export const webhookRotate: Route<'webhookRotate'> = (context) => async (call, reply) => {
  const { webhooks, randomBytes } = webhooksOf(context, 'webhookRotate');
  const { overlapSeconds } = call.read('body');
  const secret = makeSecret(randomBytes);
  const previousUntil = context.now() + overlapSeconds * 1_000;
  const webhook = await webhooks.rotate(namedWebhook(call), { secret, previousUntil });
  if (webhook === undefined) throw unknownWebhook();
  void reply.header('cache-control', 'private, no-store');
  return { webhook: renderWebhook(webhook), secret };
};

/** `POST /webhooks/{webhookId}/test` */
export const webhookTest: Route<'webhookTest'> = (context) => async (call) => {
  const { webhooks } = webhooksOf(context, 'webhookTest');
  const messageId = await webhooks.test(namedWebhook(call));
  if (messageId === undefined) throw unknownWebhook();
  return { messageId };
};

/** `POST /webhooks/{webhookId}/replay` */
export const webhookReplay: Route<'webhookReplay'> = (context) => async (call) => {
  const { webhooks } = webhooksOf(context, 'webhookReplay');
  const { startTimestamp, endTimestamp } = call.read('body');
  const webhook = namedWebhook(call);
  if ((await webhooks.find(webhook)) === undefined) throw unknownWebhook();
  const times = { from: startTimestamp * 1_000, to: endTimestamp * 1_000 + 999 };
  return { count: await webhooks.replay(webhook, times) };
};

/** `GET /webhooks/{webhookId}/deliveries` */
export const webhookDeliveries: Route<'webhookDeliveries'> = (context) => async (call, reply) => {
  const { webhooks } = webhooksOf(context, 'webhookDeliveries');
  const { state, limit, continuation } = call.read('query');
  const webhook = namedWebhook(call);
  if ((await webhooks.find(webhook)) === undefined) throw unknownWebhook();
  const before = continuation === undefined ? undefined : Number(continuation);
  const found = await webhooks.deliveries(webhook, { state, before, limit: limit + 1 });
  const page = found.slice(0, limit);
  void reply.header('cache-control', 'private, no-store');
  return {
    deliveries: page.map(renderDelivery),
    ...(found.length > limit ? { continuation: String(page.at(-1)?.id) } : {}),
  };
};
