import { PortageError } from '@portage/core/errors';

/**
 * Error for an answer that is not what was asked for.
 *
 * @param name - what it should be, as in `list of currencies`
 * @param mismatch - first member that does not fit; undefined where no shape was compared
 */
export function invalidAnswer(name: string, mismatch?: string): PortageError {
  return new PortageError('INVALID_RESPONSE', {
    message: `The service answered with something that is no ${name}${mismatch === undefined ? '' : `: ${mismatch}`}.`,
    context: { mismatch },
  });
}
