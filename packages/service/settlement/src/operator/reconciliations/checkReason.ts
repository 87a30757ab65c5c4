import { PortageError } from '@portage/core';

/**
 * Refuses a booking of an operator without a reason.
 *
 * @throws PortageError `INVALID_REQUEST`
 */
export function checkReason(reason: string): void {
  if (reason.trim() === '')
    throw new PortageError('INVALID_REQUEST', {
      message: 'A difference is booked with a reason.',
      hint: 'Say what was found.',
    });
}
