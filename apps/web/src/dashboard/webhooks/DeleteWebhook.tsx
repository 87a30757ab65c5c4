import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/Button.js';
import { Dialog } from '../../ui/Dialog.js';
import { Refusal } from './Refusal.js';
import { useWebhookCall, type Webhook } from './useWebhooks.js';

/** Properties of {@link DeleteWebhook}. */
export interface DeleteWebhookProps {
  readonly webhook: Webhook;
}

/** Ends a webhook, once its owner has said so twice. */
export function DeleteWebhook({ webhook }: DeleteWebhookProps): ReactElement {
  const { webhookId, url, pending, parked } = webhook;
  const [isAsking, setAsking] = useState(false);
  const { mutate, error, isPending } = useWebhookCall<'webhookDelete'>();
  return (
    <>
      <Button tone="plain" onClick={() => setAsking(true)}>
        Delete
      </Button>
      {isAsking ? (
        <Dialog title="Delete this webhook?" onClose={() => setAsking(false)}>
          <div className="grid gap-3 px-5 pb-5 text-sm">
            <p className="break-all">{url}</p>
            <p>
              {`What waits for it is forgotten: ${String(pending + parked)} events. Its secret ends too, and neither comes back.`}
            </p>
            <Refusal error={error} />
            <div className="flex flex-wrap gap-2">
              <Button disabled={isPending} onClick={() => mutate({ path: `/${webhookId}/delete` })}>
                Delete for good
              </Button>
              <Button tone="plain" onClick={() => setAsking(false)}>
                Keep it
              </Button>
            </div>
          </div>
        </Dialog>
      ) : undefined}
    </>
  );
}
