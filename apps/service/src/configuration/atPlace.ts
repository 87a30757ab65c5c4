import { isPortageError, PortageError } from '@portage/core';

/**
 * The same fault of a configuration with its paths from the top; any other error as it is.
 *
 * @param place - member whose own paths the error has, as in `chains.1`
 */
export function atPlace(place: string, error: unknown): unknown {
  if (!isPortageError(error, 'INVALID_CONFIGURATION')) return error;
  const { details, hint } = error;
  const placed = details.map(({ path, message }) => ({
    path: path === '' ? place : `${place}.${path}`,
    message,
  }));
  const [first] = placed;
  return new PortageError('INVALID_CONFIGURATION', {
    message: first === undefined ? `${place}: ${error.message}` : `${first.path}: ${first.message}`,
    details: placed,
    hint,
    cause: error,
  });
}
