import { PortageError } from '@portage/core';

/** Refusal of an answer of a venue. */
export function venueFault(fault: string): PortageError {
  return new PortageError('INVALID_RESPONSE', { message: `The venue's answer ${fault}.` });
}
