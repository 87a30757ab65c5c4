import type { ReactElement } from 'react';
import { PageHead } from '../PageHead.js';
import { Loaded } from '../Panel.js';
import { CreateWebhook } from '../webhooks/CreateWebhook.js';
import { useWebhooks } from '../webhooks/useWebhooks.js';
import { WebhookPanel } from '../webhooks/WebhookPanel.js';

/** Webhooks of the owner of the key: made, tested, paused, sent again and ended here. */
export function WebhooksPage(): ReactElement {
  const { data, error } = useWebhooks();
  return (
    <>
      <PageHead title="Webhooks" />
      <div className="grid gap-4">
        <CreateWebhook />
        <Loaded data={data} error={error}>
          {({ webhooks }) => (
            <>
              {webhooks.length === 0 ? (
                <p className="text-sm text-quiet">No URL is told of your requests yet.</p>
              ) : undefined}
              {webhooks.map((webhook) => (
                <WebhookPanel key={webhook.webhookId} webhook={webhook} />
              ))}
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}
