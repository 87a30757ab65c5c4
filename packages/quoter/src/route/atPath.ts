import { PortageError, isPortageError, type ErrorCode } from '@portage/core';

/**
 * Runs a check of one request member and names the member in what it throws.
 *
 * @param options.as - the code to throw instead of the check's own
 */
export function atPath<T>(
  path: string,
  check: () => T,
  options: { readonly as?: ErrorCode } = {},
): T {
  try {
    return check();
  } catch (error) {
    if (!isPortageError(error)) throw error;
    throw new PortageError(options.as ?? error.code, {
      message: `${path}: ${error.message}`,
      hint: error.hint,
      context: error.context,
      details: [{ path, message: error.message }],
      cause: error,
    });
  }
}
