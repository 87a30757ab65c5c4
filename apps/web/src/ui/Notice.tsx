import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactElement, ReactNode } from 'react';

/** Properties of a {@link Notice}. */
export interface NoticeProps {
  readonly tone: 'good' | 'warn' | 'bad' | 'info';
  readonly title: string;
  /** Explanation of the notice, and advice. */
  readonly children?: ReactNode;
}

const tones = {
  good: { className: 'bg-good-tint text-good', Icon: CircleCheck },
  warn: { className: 'bg-warn-tint text-warn', Icon: TriangleAlert },
  bad: { className: 'bg-bad-tint text-bad', Icon: TriangleAlert },
  info: { className: 'bg-tint text-accent', Icon: Info },
} as const;

/** A sentence that matters, and what to do about it. */
export function Notice({ tone, title, children }: NoticeProps): ReactElement {
  const { className, Icon } = tones[tone];
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={`flex gap-3 rounded-2xl px-4 py-3 text-sm ${className}`}
    >
      <Icon size={18} aria-hidden className="mt-0.5 shrink-0" />
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children === undefined ? undefined : <div className="mt-0.5 text-ink">{children}</div>}
      </div>
    </div>
  );
}
