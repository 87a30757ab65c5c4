import { PortageError } from '@portage/core';

/** No request has this id. */
export function unknownRequest(id: string): PortageError {
  return new PortageError('UNKNOWN_REQUEST', { context: { requestId: id } });
}
