import { type PortageError, standardError } from '@portage/core';

/** Error for a request id that does not exist. */
export function unknownRequest(id: string): PortageError {
  return standardError('UNKNOWN_REQUEST', { context: { requestId: id } });
}
