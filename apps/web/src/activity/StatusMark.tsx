import type { ReactElement } from 'react';
import { Spinner } from '../ui/Spinner.js';
import { wordsOf } from './statusWords.js';

const tones = {
  good: 'bg-good-tint text-good',
  warn: 'bg-warn-tint text-warn',
  bad: 'bg-bad-tint text-bad',
  active: 'bg-tint text-accent',
} as const;

/** Properties of a {@link StatusMark}. */
export interface StatusMarkProps {
  readonly status: string;
}

/** Status of a request as a coloured word. */
export function StatusMark({ status }: StatusMarkProps): ReactElement {
  const { text, tone } = wordsOf(status);
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-xs font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {tone === 'active' ? <Spinner size={12} /> : undefined}
      <span>{text}</span>
    </span>
  );
}
