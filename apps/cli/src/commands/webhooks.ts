import type { EndpointResponse } from '@portage/core/schemas';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import type { Session } from '../session.js';
import { callWebhooks } from './callWebhooks.js';

type Webhook = EndpointResponse<'webhookChange'>;

function webhookLine(webhook: Webhook): string {
  const { webhookId, state, url, events, pending, parked, fault } = webhook;
  const counts = `${String(pending)} pending, ${String(parked)} parked`;
  const parts = [webhookId, state, url, events.join(', '), counts];
  return [...parts, ...(fault === null ? [] : [fault])].join('  ');
}

function show({ output }: Session, webhook: Webhook): ExitCode {
  output.result({ event: 'webhook', ...webhook }, [webhookLine(webhook)]);
  return exitCodes.ok;
}

function showSecret(
  { output }: Session,
  { webhook, secret }: EndpointResponse<'webhookCreate'>,
): ExitCode {
  output.result({ event: 'webhook', ...webhook, secret }, [
    webhookLine(webhook),
    '',
    `  ${secret}`,
    '',
    'This is the secret that signs its deliveries. It is shown this once.',
  ]);
  return exitCodes.ok;
}

/** `portage webhooks list` */
export async function listWebhooks(session: Session): Promise<ExitCode> {
  const { webhooks } = await callWebhooks(session, 'webhookList');
  if (webhooks.length === 0 && !session.output.json)
    session.output.result({}, ['There are no webhooks.']);
  for (const webhook of webhooks) show(session, webhook);
  return exitCodes.ok;
}

/** Options of `portage webhooks create`. */
export interface CreateWebhookOptions {
  readonly event?: readonly string[];
}

/** `portage webhooks create` */
export async function createWebhook(
  session: Session,
  url: string,
  { event: events }: CreateWebhookOptions,
): Promise<ExitCode> {
  return showSecret(
    session,
    await callWebhooks(session, 'webhookCreate', { body: { url, events } }),
  );
}

/** `portage webhooks pause` and `resume` */
export async function changeState(
  session: Session,
  webhookId: string,
  state: 'active' | 'paused',
): Promise<ExitCode> {
  return show(
    session,
    await callWebhooks(session, 'webhookChange', { webhookId, body: { state } }),
  );
}

/** `portage webhooks delete` */
export async function deleteWebhook(session: Session, webhookId: string): Promise<ExitCode> {
  const { message } = await callWebhooks(session, 'webhookDelete', { webhookId });
  session.output.result({ event: 'webhook-deleted', webhookId }, [message]);
  return exitCodes.ok;
}

/** `portage webhooks rotate` */
export async function rotateWebhook(
  session: Session,
  webhookId: string,
  overlapSeconds: number | undefined,
): Promise<ExitCode> {
  const body = { overlapSeconds };
  return showSecret(session, await callWebhooks(session, 'webhookRotate', { webhookId, body }));
}

/** `portage webhooks test` */
export async function testWebhook(session: Session, webhookId: string): Promise<ExitCode> {
  const { messageId } = await callWebhooks(session, 'webhookTest', { webhookId });
  session.output.result({ event: 'webhook-test', webhookId, messageId }, [
    `${messageId} is on its way; portage webhooks deliveries ${webhookId} shows what came of it.`,
  ]);
  return exitCodes.ok;
}

/** Times of `portage webhooks replay`, in Unix seconds. */
export interface ReplayOptions {
  readonly from: number;
  readonly to?: number;
}

/** `portage webhooks replay` */
export async function replayWebhook(
  session: Session,
  webhookId: string,
  { from, to = Math.ceil(Date.now() / 1000) }: ReplayOptions,
): Promise<ExitCode> {
  const body = { startTimestamp: from, endTimestamp: to };
  const { count } = await callWebhooks(session, 'webhookReplay', { webhookId, body });
  session.output.result({ event: 'webhook-replay', webhookId, count }, [
    `${String(count)} events are sent once more.`,
  ]);
  return exitCodes.ok;
}

/** Options of `portage webhooks deliveries`. */
export interface DeliveriesOptions {
  readonly state?: string;
  readonly limit: string;
}

/** `portage webhooks deliveries` */
export async function listDeliveries(
  session: Session,
  webhookId: string,
  { state, limit }: DeliveriesOptions,
): Promise<ExitCode> {
  const query = { limit, ...(state === undefined ? {} : { state }) };
  const { deliveries } = await callWebhooks(session, 'webhookDeliveries', { webhookId, query });
  for (const delivery of deliveries) {
    const { messageId, event, requestId, attempts, createdAt, fault } = delivery;
    const parts = [createdAt, messageId, event, requestId ?? '-', delivery.state];
    const told = [...parts, `${String(attempts)} attempts`, ...(fault === null ? [] : [fault])];
    session.output.result({ ...delivery, event: 'delivery', name: event }, [told.join('  ')]);
  }
  return exitCodes.ok;
}
