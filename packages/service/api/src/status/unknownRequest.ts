import { PortageError } from '@portage/core';

/** Error for a request id that does not exist. */
export function unknownRequest(id: string): PortageError {
  return new PortageError('UNKNOWN_REQUEST', { context: { requestId: id } });
}
