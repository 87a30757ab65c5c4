import { isPortageError, PortageError } from '@portage/core';
import { programError } from './program/index.js';

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

/**
 * Turns what a wallet or its library threw into our error, by code, by name and by what it says.
 */
export function walletError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const chain = causes(error);
  const texts = chain.map(({ message }) => message).filter((text) => typeof text === 'string');
  if (
    chain.some(({ code }) => typeof code === 'number' && rejectedCodes.includes(code)) ||
    texts.some((text) => rejected.test(text))
  ) {
    return new PortageError('WALLET_REJECTED', { cause: error });
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

/**
 * The words for why the chain refused a transaction: the program's own where it is ours, else what
 * the chain says.
 */
export function refusalReason(error: unknown): string {
  const code = customCode(error);
  if (code !== undefined)
    return (
      knownReasons[code] ??
      programError(code)?.toLowerCase().replaceAll('_', ' ') ??
      `program error ${String(code)}`
    );
  return (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 300);
}

/** The number in `{ InstructionError: [index, { Custom: number }] }`. */
function customCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('InstructionError' in error))
    return undefined;
  const detail: unknown = Array.isArray(error.InstructionError)
    ? error.InstructionError[1]
    : undefined;
  return typeof detail === 'object' &&
    detail !== null &&
    'Custom' in detail &&
    typeof detail.Custom === 'number'
    ? detail.Custom
    : undefined;
}

/** Refusals that a deposit meets: of the system and token programs, and of the depository. */
const knownReasons: Readonly<Record<number, string>> = {
  1: 'the account does not hold enough',
  6010: 'the amount is zero',
  6011: 'the order id is zero',
  6013: 'the payer has no account for the token',
  6027: 'deposits are paused',
};
