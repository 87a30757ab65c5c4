import { isPortageError, PortageError } from '@portage/core';
import { isDeclined, readThrown, thrownWords } from '@portage/core/executor';

const notConnected: readonly string[] = ['WalletNotConnectedError', 'WalletDisconnectedError'];
const tooPoor = /insufficient (?:funds|lamports)|no record of a prior credit/i;

/** Portage's error for one that a wallet or its library threw, found by code, name and text. */
export function walletError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const thrown = readThrown(error);
  if (isDeclined(thrown))
    return new PortageError('WALLET_REJECTED', { message: 'The wallet declined.', cause: error });
  if (thrown.names.some((name) => notConnected.includes(name)))
    return new PortageError('WALLET_ERROR', {
      message: 'The wallet is not connected.',
      hint: 'Connect the wallet first.',
      cause: error,
    });
  if (thrown.texts.some((text) => tooPoor.test(text)))
    return new PortageError('INSUFFICIENT_FUNDS', {
      message: 'The account does not hold enough SOL for the transaction and its fees.',
      cause: error,
    });
  return new PortageError('WALLET_ERROR', {
    message: `The wallet failed: ${thrownWords(thrown)}`,
    cause: error,
  });
}
