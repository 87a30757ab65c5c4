import { useState, type ReactElement } from 'react';
import { Button } from '../../ui/Button.js';
import { Notice } from '../../ui/Notice.js';
import { Refusal } from './Refusal.js';
import { useWebhookCall } from './useWebhooks.js';

const hourMs = 3_600_000;
const minuteSeconds = 60;

/** A time as its field has it: the minute, by the clock of the browser's place. */
function fieldTime(ms: number): string {
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const secondsOf = (text: string): number => Math.floor(Date.parse(text) / 1_000);

/** Properties of {@link Replay}. */
export interface ReplayProps {
  readonly webhookId: string;
}

/** Sends the events of a time once more, in order and under their ids. */
export function Replay({ webhookId }: ReplayProps): ReactElement {
  const [from, setFrom] = useState(() => fieldTime(Date.now() - hourMs));
  const [to, setTo] = useState(() => fieldTime(Date.now() + hourMs));
  const { mutate, data, error, isPending } = useWebhookCall<'webhookReplay'>();
  const isWrong = !(secondsOf(from) <= secondsOf(to));
  const fields = [
    ['From', from, setFrom],
    ['To', to, setTo],
  ] as const;
  return (
    <form
      aria-label="Send again"
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        // The last minute counts whole.
        const endTimestamp = secondsOf(to) + minuteSeconds - 1;
        mutate({
          path: `/${webhookId}/replay`,
          body: { startTimestamp: secondsOf(from), endTimestamp },
        });
      }}
    >
      <div className="flex flex-wrap items-end gap-2">
        {fields.map(([label, value, onValue]) => (
          <label key={label} className="grid min-w-0 gap-1 text-sm text-quiet">
            <span>{label}</span>
            <input
              type="datetime-local"
              required
              value={value}
              onChange={(event) => onValue(event.target.value)}
              className="h-9 max-w-full min-w-0 rounded-xl border border-line bg-card px-2 text-sm text-ink"
            />
          </label>
        ))}
        <Button tone="soft" type="submit" disabled={isPending || isWrong}>
          Send again
        </Button>
      </div>
      {isWrong ? <p className="text-sm text-bad">The first time is after the last one.</p> : null}
      <Refusal error={error} />
      {data === undefined ? undefined : (
        <Notice tone="good" title={`Sent again: ${String(data.count)}`}>
          Receivers know an event that they had by its id.
        </Notice>
      )}
    </form>
  );
}
