import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { Button } from '../../ui/Button.js';
import { Panel } from '../Panel.js';
import { Refusal } from './Refusal.js';
import { SecretNotice } from './SecretNotice.js';
import { useWebhookCall } from './useWebhooks.js';

const events = {
  'request.status.updated': 'Status of requests',
  transfer: 'Payments on chains',
} as const;

/** Subscribes a URL, and shows the secret of the new webhook this once. */
export function CreateWebhook(): ReactElement {
  const [url, setUrl] = useState('');
  const [wanted, setWanted] = useState<readonly string[]>(Object.keys(events));
  const [secret, setSecret] = useState<string>();
  const { mutate, error, isPending } = useWebhookCall<'webhookCreate'>((answer) => {
    setSecret(answer.secret);
    setUrl('');
  });
  const onSubmit = (event: SyntheticEvent): void => {
    event.preventDefault();
    mutate({ path: '', body: { url: url.trim(), events: wanted } });
  };
  return (
    <Panel
      title="New webhook"
      note="The service posts what happens to your requests to a URL of yours"
    >
      <form aria-label="New webhook" className="grid gap-3" onSubmit={onSubmit}>
        <label className="grid gap-1 text-sm text-quiet">
          <span>URL</span>
          <input
            type="url"
            required
            value={url}
            onChange={(event) => setUrl(event.target.value)}
            placeholder="https://shop.example/hooks"
            spellCheck={false}
            className="h-10 w-full min-w-0 rounded-xl border border-line bg-card px-3 text-sm text-ink"
          />
        </label>
        <fieldset className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
          <legend className="mb-1 text-quiet">Events</legend>
          {Object.entries(events).map(([name, text]) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="checkbox"
                checked={wanted.includes(name)}
                onChange={({ target }) =>
                  setWanted(
                    target.checked ? [...wanted, name] : wanted.filter((each) => each !== name),
                  )
                }
              />
              <span>{text}</span>
            </label>
          ))}
        </fieldset>
        <Button
          type="submit"
          className="justify-self-start"
          disabled={isPending || wanted.length === 0}
        >
          Create webhook
        </Button>
        <Refusal error={error} />
      </form>
      {secret === undefined ? undefined : (
        <div className="mt-3">
          <SecretNotice secret={secret} onDone={() => setSecret(undefined)} />
        </div>
      )}
    </Panel>
  );
}
