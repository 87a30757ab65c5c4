import { isPortageError, PortageError } from '@portage/core';

const rejectedCodes: readonly number[] = [4001, 5750];
const unknownChainCodes: readonly number[] = [4902, 5710];
const revertCode = 3;

/**
 * Every error in a chain of causes, outermost first; libraries wrap the wallet's words several
 * times.
 */
function causes(error: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list: Readonly<Record<string, unknown>>[] = [];
  let current = error;
  while (typeof current === 'object' && current !== null && list.length < 16) {
    // Own and inherited members of an error are read by name only.
    const record = current as Readonly<Record<string, unknown>>;
    list.push(record);
    current = record['cause'];
  }
  return list;
}

/** Turns what a wallet or its library threw into our error, by code and by name. */
export function walletError(error: unknown): PortageError {
  if (isPortageError(error)) return error;
  const chain = causes(error);
  const hasCode = (codes: readonly number[]): boolean =>
    chain.some(({ code }) => typeof code === 'number' && codes.includes(code));
  const hasName = (name: string): boolean => chain.some((entry) => entry['name'] === name);
  if (hasCode(rejectedCodes) || hasName('UserRejectedRequestError'))
    return new PortageError('WALLET_REJECTED', { cause: error });
  if (hasCode(unknownChainCodes) || hasName('ChainMismatchError')) {
    return new PortageError('WRONG_CHAIN', {
      hint: 'Add the chain to the wallet and switch to it.',
      cause: error,
    });
  }
  if (hasName('InsufficientFundsError')) {
    return new PortageError('INSUFFICIENT_FUNDS', {
      message:
        'The account does not hold enough of the native currency for the transaction and its gas.',
      cause: error,
    });
  }
  const revert = revertReason(error);
  if (revert !== undefined)
    return new PortageError('TRANSACTION_REVERTED', {
      message: `The transaction would revert: ${revert}.`,
      cause: error,
    });
  return new PortageError('WALLET_ERROR', {
    message: `The wallet failed: ${shortMessage(chain)}`,
    cause: error,
  });
}

/** Why a call reverts, in words; undefined when the error is not a revert. */
export function revertReason(error: unknown): string | undefined {
  const chain = causes(error);
  const data = chain.map((entry) => revertData(entry['data'])).find((found) => found !== undefined);
  if (data !== undefined) return decodeRevert(data);
  const reverted = chain.find(
    (entry) => entry['code'] === revertCode || entry['name'] === 'ExecutionRevertedError',
  );
  return reverted === undefined ? undefined : shortMessage([reverted]);
}

function revertData(data: unknown): string | undefined {
  if (typeof data === 'string') return /^0x(?:[0-9a-fA-F]{8})+/.test(data) ? data : undefined;
  if (typeof data === 'object' && data !== null && 'data' in data) return revertData(data.data);
  return undefined;
}

/** `Error(string)`, `Panic(uint256)` and the refusals that a deposit or an approval meets. */
export function decodeRevert(data: string): string {
  const selector = data.slice(0, 10).toLowerCase();
  if (selector === '0x08c379a0') {
    const length = Number.parseInt(data.slice(74, 138), 16);
    const bytes = data.slice(138, 138 + 2 * Math.min(length, 256)).match(/../g) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  }
  if (selector === '0x4e487b71') return `panic ${String(BigInt(`0x${data.slice(10, 74)}`))}`;
  if (selector === '0x5c0dee5d') return decodeCallFailed(data);
  return knownReverts[selector] ?? `custom error ${selector}`;
}

/** `CallFailed(uint256 index, bytes reason)`: a call of a plan failed, and says why. */
function decodeCallFailed(data: string): string {
  const length = Number.parseInt(data.slice(138, 202), 16);
  const reason = `0x${data.slice(202, 202 + 2 * Math.min(length, 256))}`;
  return revertData(reason) === undefined
    ? 'a call of the swap failed'
    : `a call of the swap failed: ${decodeRevert(reason)}`;
}

const knownReverts: Readonly<Record<string, string>> = {
  '0x5a65d188': 'deposits are paused',
  '0x1f2a2005': 'the amount is zero',
  '0xac8fb3c1': 'the order id is zero',
  '0x9276324f': 'there is no token at the address',
  '0x5274afe7': 'the token refused the transfer',
  '0xe450d38c': 'the account does not hold enough of the token',
  '0xfb8f41b2': 'the allowance is too small',
  '0xbd49034f': 'the swap brings less than its minimum',
  '0x6df66e70': 'the swap has expired',
  '0x51b31c65': 'the swap was made already',
};

function shortMessage(chain: readonly Readonly<Record<string, unknown>>[]): string {
  const texts = chain.map((entry) => entry['shortMessage'] ?? entry['details'] ?? entry['message']);
  const text = texts.find((entry): entry is string => typeof entry === 'string' && entry !== '');
  return (text ?? 'no reason was given').slice(0, 300);
}
