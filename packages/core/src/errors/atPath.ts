import type { ErrorCode } from './codes.js';
import { isPortageError } from './portageError.js';
import { requestFault } from './requestFault.js';

/** Report of a failed check. */
export interface PathOptions {
  /** Code to throw; by default the check's own. */
  readonly as?: ErrorCode;
}

/**
 * Runs a check of one request member and names the member in what it throws.
 *
 * @example
 * ```ts
 * const recipient = atPath('recipient', () => codec.normalizeAddress(user));
 * ```
 */
export function atPath<T>(path: string, check: () => T, options: PathOptions = {}): T {
  try {
    return check();
  } catch (error) {
    if (!isPortageError(error)) throw error;
    throw requestFault(path, error.message, {
      code: options.as ?? error.code,
      hint: error.hint,
      context: error.context,
      cause: error,
    });
  }
}
