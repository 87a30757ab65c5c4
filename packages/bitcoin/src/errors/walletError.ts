import { isPortageError, PortageError } from '@portage/core';
import { isDeclined, readThrown, thrownWords } from '@portage/core/executor';

/** Code of sats-connect for a refusal; nodes of other families mean other things by it. */
const satsConnectDeclined = -32_000;
const tooPoor = /insufficient (?:funds|balance|utxos?)/i;

/** Portage's error for one that a wallet threw, found by code and text. */
export function walletError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const thrown = readThrown(error);
  if (thrown.texts.some((text) => tooPoor.test(text)))
    return new PortageError('INSUFFICIENT_FUNDS', {
      message: 'The address does not hold enough BTC for the transaction and its fees.',
      cause: error,
    });
  if (isDeclined(thrown) || thrown.codes.includes(satsConnectDeclined))
    return new PortageError('WALLET_REJECTED', { message: 'The wallet declined.', cause: error });
  return new PortageError('WALLET_ERROR', {
    message: `The wallet failed: ${thrownWords(thrown)}`,
    cause: error,
  });
}
