import { isPortageError, describeError } from '@portage/core/errors';
import type { ProgressError } from './progress.js';

/** Makes the error in a `Progress` from any error. */
export function progressError(error: unknown): ProgressError {
  if (isPortageError(error))
    return {
      code: error.code,
      message: error.message,
      ...(error.hint === undefined ? {} : { hint: error.hint }),
    };
  return { code: 'UNEXPECTED', message: describeError(error) };
}
