import { PortageError } from '@portage/core';

/**
 * Refusal of a claim whose wallet has had too many that reverted: each burns gas of ours and gives
 * everything back.
 */
export function tooManyReverts(): PortageError {
  return new PortageError('RATE_LIMITED', {
    message: 'Too many claims of this wallet reverted on their chain, or are still to be paid.',
    hint: 'Wait until the others are paid; after reverts choose another recipient, an hour after the last.',
    context: { retryAfterSeconds: 3_600 },
  });
}
