import type { ReactElement } from 'react';
import { Notice } from '../../ui/Notice.js';
import { ApiError } from '../readApi.js';

/** Properties of a {@link Refusal}. */
export interface RefusalProps {
  readonly error: Error | null;
}

/** Why a call failed, and what to do about it; nothing where none did. */
export function Refusal({ error }: RefusalProps): ReactElement | null {
  if (error === null) return null;
  const isRefused = error instanceof ApiError && error.status < 500;
  const hint = error instanceof ApiError ? error.hint : undefined;
  return (
    <Notice
      tone="bad"
      title={isRefused ? 'The service refused this.' : 'This did not get through.'}
    >
      {[error.message, hint ?? (isRefused ? '' : 'Try again in a moment.')].join(' ').trim()}
    </Notice>
  );
}
