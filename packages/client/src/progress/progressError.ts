import { isPortageError } from '@portage/core';
import type { ProgressError } from './progress.js';

/** A fault, as a `Progress` keeps it. */
export function progressError(error: unknown): ProgressError {
  if (isPortageError(error))
    return {
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    };
  return { code: 'UNEXPECTED', message: error instanceof Error ? error.message : String(error) };
}
