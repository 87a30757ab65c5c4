import { useState, type ReactElement } from 'react';
import { dateTime } from '../../format/short.js';
import { Button } from '../../ui/Button.js';
import { Refusal } from './Refusal.js';
import { SecretNotice } from './SecretNotice.js';
import { useWebhookCall, type Webhook } from './useWebhooks.js';

/** For how long the former secret signs as well, by seconds. */
const overlaps = [
  [86_400, 'sign with both for a day'],
  [3_600, 'sign with both for an hour'],
  [604_800, 'sign with both for a week'],
  [0, 'end the former one now'],
] as const;

/** Properties of {@link RotateSecret}. */
export interface RotateSecretProps {
  readonly webhook: Webhook;
}

/** Changes the secret of a webhook; for a while both sign, so that no delivery is refused. */
export function RotateSecret({ webhook }: RotateSecretProps): ReactElement {
  const { webhookId, previousSecretUntil } = webhook;
  const [overlapSeconds, setOverlap] = useState<number>(overlaps[0][0]);
  const [secret, setSecret] = useState<string>();
  const { mutate, error, isPending } = useWebhookCall<'webhookRotate'>((answer) =>
    setSecret(answer.secret),
  );
  const isBoth = previousSecretUntil !== null && Date.parse(previousSecretUntil) > Date.now();
  const former = isBoth ? `Both secrets sign until ${dateTime(previousSecretUntil)}.` : undefined;
  return (
    <div className="grid gap-2">
      <form
        aria-label="New secret"
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ path: `/${webhookId}/rotate`, body: { overlapSeconds } });
        }}
      >
        <label className="grid min-w-0 gap-1 text-sm text-quiet">
          <span>Change the secret, and</span>
          <select
            value={overlapSeconds}
            onChange={(event) => setOverlap(Number(event.target.value))}
            className="h-9 w-full min-w-0 rounded-xl border border-line bg-card px-3 text-sm text-ink"
          >
            {overlaps.map(([seconds, text]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <Button tone="soft" type="submit" disabled={isPending}>
          Change secret
        </Button>
      </form>
      <Refusal error={error} />
      {secret === undefined ? (
        <p className="text-sm text-quiet">{former}</p>
      ) : (
        <SecretNotice
          secret={secret}
          former={former ?? 'The former secret has ended.'}
          onDone={() => setSecret(undefined)}
        />
      )}
    </div>
  );
}
