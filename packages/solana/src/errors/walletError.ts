import { isPortageError, PortageError } from '@portage/core';

const rejectedCodes: readonly number[] = [4001, 5000];
const rejected =
  /user (?:rejected|denied|cancell?ed|declined)|rejected (?:by|the request)|declined by/i;
const tooPoor = /insufficient (?:funds|lamports)|no record of a prior credit/i;

/**
 * Every error in a chain of causes, outermost first; adapters keep what a wallet threw in `error`,
 * libraries in `cause`.
 */
function causes(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list: Readonly<Record<string, unknown>>[] = [];
  let current = error;
  while (typeof current === 'object' && current !== null && list.length < 16) {
    // Own and inherited members of an error are read by name only.
    const record = current as Readonly<Record<string, unknown>>;
    list.push(record);
    current = record['error'] ?? record['cause'];
  }
  return list;
}

/** Portage's error for one that a wallet or its library threw, found by code, name and text. */
export function walletError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const chain = causes(error);
  const texts = chain.map(({ message }) => message).filter((text) => typeof text === 'string');
  if (
    chain.some(({ code }) => typeof code === 'number' && rejectedCodes.includes(code)) ||
    texts.some((text) => rejected.test(text))
  ) {
    return new PortageError('WALLET_REJECTED', { message: 'The wallet declined.', cause: error });
  }
  if (
    chain.some(
      ({ name }) => name === 'WalletNotConnectedError' || name === 'WalletDisconnectedError',
    )
  ) {
    return new PortageError('WALLET_ERROR', {
      message: 'The wallet is not connected.',
      hint: 'Connect the wallet first.',
      cause: error,
    });
  }
  if (texts.some((text) => tooPoor.test(text))) {
    return new PortageError('INSUFFICIENT_FUNDS', {
      message: 'The account does not hold enough SOL for the transaction and its fees.',
      cause: error,
    });
  }
  const text = texts.find((entry) => entry !== '') ?? 'no reason was given';
  return new PortageError('WALLET_ERROR', {
    message: `The wallet failed: ${text.slice(0, 300)}`,
    cause: error,
  });
}
