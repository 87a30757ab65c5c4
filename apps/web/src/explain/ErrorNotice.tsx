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
  // A user who declines has done nothing wrong.
  const isDeclined = code === 'WALLET_REJECTED';
  return (
    <Notice tone={isDeclined ? 'info' : tone} title={title}>
      <p>{advice}</p>
      {code === undefined ? undefined : (
        <details className="mt-1 text-quiet">
          <summary>Details</summary>
          <p className="font-mono text-xs wrap-anywhere">{code}</p>
        </details>
      )}
    </Notice>
  );
}
