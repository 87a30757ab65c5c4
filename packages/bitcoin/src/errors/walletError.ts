import { isPortageError, PortageError } from '@portage/core';

/** Codes of wallets for a refusal: EIP-1193, and JSON-RPC as sats-connect has it. */
const rejectedCodes: readonly unknown[] = [4001, -32000];
const rejected = /user (?:rejected|denied|cancell?ed|declined)|rejected (?:by|the request)/i;
const tooPoor = /insufficient (?:funds|balance|utxos?)/i;

/** Portage's error for one that a wallet threw, found by code and text. */
export function walletError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const { code, message } = membersOf(error);
  const text = typeof message === 'string' ? message : '';
  if (rejectedCodes.includes(code) || rejected.test(text))
    return new PortageError('WALLET_REJECTED', { message: 'The wallet declined.', cause: error });
  if (tooPoor.test(text))
    return new PortageError('INSUFFICIENT_FUNDS', {
      message: 'The address does not hold enough BTC for the transaction and its fees.',
      cause: error,
    });
  return new PortageError('WALLET_ERROR', {
    message: `The wallet failed: ${text === '' ? 'no reason was given' : text.slice(0, 300)}`,
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
