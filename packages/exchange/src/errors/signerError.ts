import { isPortageError, PortageError } from '@portage/core';

/** Code of wallets for a refusal by a person (EIP-1193). */
const rejectedCode = 4001;
const rejected = /user (?:rejected|denied|cancell?ed|declined)|rejected (?:by|the request)/i;

/** Portage's error for one that a signer or its owner's wallet threw. */
export function signerError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const { code, message } = membersOf(error);
  const text = typeof message === 'string' ? message : '';
  if (code === rejectedCode || rejected.test(text))
    return new PortageError('WALLET_REJECTED', { message: 'The signer declined.', cause: error });
  return new PortageError('WALLET_ERROR', {
    message: `The signer failed: ${text === '' ? 'no reason was given' : text.slice(0, 300)}`,
    cause: error,
  });
}

/** Members of an error by which it is recognised. */
interface ErrorMembers {
  readonly code?: unknown;
  readonly message?: unknown;
}

function membersOf(error: unknown): ErrorMembers {
  if (typeof error === 'string') return { message: error };
  return typeof error === 'object' && error !== null ? error : {};
}
