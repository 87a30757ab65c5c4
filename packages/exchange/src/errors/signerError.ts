import { isPortageError, PortageError } from '@portage/core';
import { isDeclined, readThrown, thrownWords } from '@portage/core/executor';

/** Portage's error for one that a signer or its owner's wallet threw. */
export function signerError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const thrown = readThrown(error);
  if (isDeclined(thrown))
    return new PortageError('WALLET_REJECTED', { message: 'The signer declined.', cause: error });
  return new PortageError('WALLET_ERROR', {
    message: `The signer failed: ${thrownWords(thrown)}`,
    cause: error,
  });
}
