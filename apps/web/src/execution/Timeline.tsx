import { Check, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { Spinner } from '../ui/Spinner.js';
import type { TimelineEntry } from './timeline.js';
import { TxLink } from '../explorer/TxLink.js';

/** Properties of a {@link Timeline}. */
export interface TimelineProps {
  readonly entries: readonly TimelineEntry[];
}

/** Steps of an execution, each with its state: done, active or to come. */
export function Timeline({ entries }: TimelineProps): ReactElement {
  return (
    <ol className="grid" aria-label="Steps">
      {entries.map((entry, at) => (
        <li key={`${String(at)}${entry.label}`} className="flex gap-3.5" data-state={entry.state}>
          <div className="flex flex-col items-center">
            <Mark entry={entry} number={at + 1} />
            {at === entries.length - 1 ? undefined : (
              <span
                className={`my-1 w-0.5 flex-1 rounded ${entry.state === 'done' ? 'bg-good' : 'bg-line'}`}
              />
            )}
          </div>
          <div className="min-w-0 flex-1 pb-5">
            <p className={entry.state === 'waiting' ? 'text-quiet' : 'font-medium'}>
              <span>{entry.label}</span>
              <span className="sr-only">{` (${stateWords[entry.state]})`}</span>
            </p>
            {entry.note === undefined ? undefined : (
              <p className="text-sm text-quiet">{entry.note}</p>
            )}
            {entry.tx === undefined ? undefined : <TxLink {...entry.tx} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

const stateWords = { waiting: 'to come', active: 'now', done: 'done', failed: 'stopped' } as const;

const markTones = {
  waiting: 'bg-well text-quiet',
  active: 'bg-tint text-accent',
  done: 'bg-good-tint text-good',
  failed: 'bg-bad-tint text-bad',
} as const;

interface MarkProps {
  readonly entry: TimelineEntry;
  readonly number: number;
}

function Mark({ entry: { state }, number }: MarkProps): ReactElement {
  return (
    <span
      aria-hidden
      className={`grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold ${markTones[state]}`}
    >
      {state === 'done' ? <Check size={16} /> : undefined}
      {state === 'failed' ? <X size={16} /> : undefined}
      {state === 'active' ? <Spinner size={16} /> : undefined}
      {state === 'waiting' ? <span>{number}</span> : undefined}
    </span>
  );
}
