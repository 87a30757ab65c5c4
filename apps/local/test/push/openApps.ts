import { openDatabase } from '@portage/database';
import { createServiceDatabase } from '@portage/service';
import { z } from 'zod';
import { post } from '../../../service/test/transfer.js';
import { receiverKinds, type ReceiverKind } from './receiverKinds.js';
import type { Receivers } from './startReceivers.js';

/** A webhook of an app of the trial. */
export interface TrialWebhook {
  readonly id: string;
  /** Path of its URL. */
  readonly name: string;
  readonly kind: ReceiverKind;
  readonly secret: string;
  readonly wantsTransfers: boolean;
}

/** An app of the trial: a key, and its webhooks. */
export interface TrialApp {
  readonly key: string;
  /** Id of its key, which requests are stored with. */
  readonly keyId: string;
  readonly webhooks: readonly TrialWebhook[];
}

const created = z.object({ webhook: z.object({ webhookId: z.string() }), secret: z.string() });

interface Asked {
  readonly name: string;
  readonly kind: ReceiverKind;
  readonly events: readonly string[];
}

async function subscribe(
  apiUrl: string,
  key: string,
  { name, kind, events, url }: Asked & { readonly url: string },
): Promise<TrialWebhook> {
  const { status, body } = await post(apiUrl, '/webhooks', { url, events }, { 'x-api-key': key });
  if (status !== 200) throw new Error(`A webhook was refused: ${JSON.stringify(body)}`);
  const { webhook, secret } = created.parse(body);
  return { id: webhook.webhookId, name, kind, secret, wantsTransfers: events.length > 1 };
}

/**
 * Makes an app for each kind of receiver. Each has a webhook for all events at a receiver of its
 * kind, and one for changes of status alone at the receiver that answers well.
 */
export async function openApps(
  databaseUrl: string,
  apiUrl: string,
  receivers: Receivers,
): Promise<readonly TrialApp[]> {
  const store = await createServiceDatabase(await openDatabase({ databaseUrl, connectionsMax: 1 }));
  try {
    const apps: TrialApp[] = [];
    for (const kind of receiverKinds) {
      const { key, secret } = await store.access.keys.create({ name: kind });
      const wanted: readonly Asked[] = [
        { name: `${kind}-all`, kind, events: ['request.status.updated', 'transfer'] },
        { name: `${kind}-status`, kind: 'well', events: ['request.status.updated'] },
      ];
      const webhooks: TrialWebhook[] = [];
      for (const each of wanted)
        webhooks.push(
          await subscribe(apiUrl, secret, { ...each, url: receivers.urlOf(each.kind, each.name) }),
        );
      apps.push({ key: secret, keyId: key.id, webhooks });
    }
    return apps;
  } finally {
    await store.close();
  }
}
