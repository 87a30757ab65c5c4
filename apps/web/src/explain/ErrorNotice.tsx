import type { ReactElement } from 'react';
import { Notice } from '../ui/Notice.js';
import { explainError } from './explainError.js';

/** Properties of an {@link ErrorNotice}. */
export interface ErrorNoticeProps {
  readonly error: unknown;
  readonly tone?: 'bad' | 'warn';
}

/** An error with what to do about it. */
export function ErrorNotice({ error, tone = 'bad' }: ErrorNoticeProps): ReactElement {
  const { title, advice, code } = explainError(error);
  return (
    <Notice tone={tone} title={title}>
      {advice}
      {code === undefined ? undefined : (
        <span className="mt-1 block font-mono text-xs text-quiet">{code}</span>
      )}
    </Notice>
  );
}
