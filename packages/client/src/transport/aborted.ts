import { PortageError } from '@portage/core';

/** The error for work that its caller gave up. */
export function aborted(signal: AbortSignal): PortageError {
  return new PortageError('EXECUTION_ABORTED', { message: 'The caller aborted this.', cause: signal.reason });
}
