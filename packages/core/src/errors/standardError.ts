import type { ErrorCode } from './codes.js';
import { errorCodes } from './errorCodes.js';
import { PortageError, type PortageErrorOptions } from './portageError.js';

/**
 * Makes an error with the standing message of its code, for services and tools.
 *
 * @example
 * ```ts
 * throw standardError('UNKNOWN_REQUEST', { context: { requestId } });
 * ```
 */
export function standardError<Code extends ErrorCode>(
  code: Code,
  options: Omit<PortageErrorOptions<Code>, 'message'> = {},
): PortageError<Code> {
  return new PortageError<Code>(code, { ...options, message: errorCodes[code].message });
}
