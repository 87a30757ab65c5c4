import { useState, type ReactElement } from 'react';
import { dateTime } from '../../format/short.js';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { Panel } from '../Panel.js';
import { DeleteWebhook } from './DeleteWebhook.js';
import { Deliveries } from './Deliveries.js';
import { Refusal } from './Refusal.js';
import { Replay } from './Replay.js';
import { RotateSecret } from './RotateSecret.js';
import { TestOutcome } from './TestOutcome.js';
import { useWebhookCall, type Webhook } from './useWebhooks.js';

const states = { active: 'Active', paused: 'Paused', parked: 'Parked' } as const;

/** Properties of a {@link WebhookPanel}. */
export interface WebhookPanelProps {
  readonly webhook: Webhook;
}

/** A webhook: how it is, and all that its owner may do with it. */
export function WebhookPanel({ webhook }: WebhookPanelProps): ReactElement {
  const { webhookId, url, state } = webhook;
  const [messageId, setMessageId] = useState<string>();
  const change = useWebhookCall<'webhookChange'>();
  const test = useWebhookCall<'webhookTest'>((answer) => setMessageId(answer.messageId));
  const isActive = state === 'active';
  return (
    <Panel title={webhookId}>
      <div className="grid gap-4">
        <p className="text-sm break-all text-quiet">{url}</p>
        <Facts webhook={webhook} />
        {state === 'parked' ? (
          <Notice tone="warn" title="Nothing got through for a day, so this webhook is parked.">
            {`${webhook.fault ?? 'Your server did not answer.'} What happens waits for it. Mend your server, then resume.`}
          </Notice>
        ) : undefined}
        <div className="flex flex-wrap gap-2">
          <Button
            tone="soft"
            disabled={test.isPending}
            onClick={() => test.mutate({ path: `/${webhookId}/test` })}
          >
            Send a test
          </Button>
          <Button
            tone="soft"
            disabled={change.isPending}
            onClick={() =>
              change.mutate({
                path: `/${webhookId}`,
                body: { state: isActive ? 'paused' : 'active' },
              })
            }
          >
            {isActive ? 'Pause' : 'Resume'}
          </Button>
          <DeleteWebhook webhook={webhook} />
        </div>
        <Refusal error={test.error ?? change.error} />
        {messageId === undefined ? undefined : (
          <TestOutcome webhookId={webhookId} messageId={messageId} />
        )}
        <div className="grid gap-4 lg:grid-cols-2">
          <RotateSecret webhook={webhook} />
          <Replay webhookId={webhookId} />
        </div>
        <Deliveries webhookId={webhookId} />
      </div>
    </Panel>
  );
}

/** State, events and counts of a webhook. */
function Facts({ webhook }: WebhookPanelProps): ReactElement {
  const { events, state, deliveredAt, pending, parked, fault } = webhook;
  const facts = [
    ['State', states[state]],
    ['Events', events.join(', ')],
    ['Last delivery', deliveredAt === null ? 'none yet' : dateTime(deliveredAt)],
    ['Waiting', String(pending)],
    ['Given up', String(parked)],
    ['Newest fault', fault ?? 'none'],
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,10rem),1fr))] gap-3 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-quiet">{label}</dt>
          <dd className="font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
