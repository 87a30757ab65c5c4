import { errorSelectors } from './generated/selectors.js';
import { readUint, readWord } from './reader.js';

const selectorDigits = 10;
/** Longest text or inner error that is read, in bytes. */
const reasonBytesMax = 256;

/** Errors that a deposit, an approval or a swap meets, in words. */
const knownReverts: Readonly<Record<string, string>> = {
  [errorSelectors.DepositsArePaused]: 'deposits are paused',
  [errorSelectors.ZeroAmount]: 'the amount is zero',
  [errorSelectors.ZeroId]: 'the order id is zero',
  [errorSelectors.TokenWithoutCode]: 'there is no token at the address',
  [errorSelectors.SafeERC20FailedOperation]: 'the token refused the transfer',
  [errorSelectors.ERC20InsufficientBalance]: 'the account does not hold enough of the token',
  [errorSelectors.ERC20InsufficientAllowance]: 'the allowance is too small',
  [errorSelectors.BelowMinimum]: 'the swap brings less than its minimum',
  [errorSelectors.PlanExpired]: 'the swap has expired',
  [errorSelectors.PlanAlreadyExecuted]: 'the swap was made already',
};

/** Whether text is the data of an error: 0x, four bytes, and more where the error says more. */
export function isRevertData(data: string): boolean {
  return /^0x(?:[0-9a-fA-F]{8})+/.test(data);
}

/**
 * Reason of a revert in words: the text of `Error(string)`, the code of `Panic(uint256)`, or a
 * sentence about an error of the contracts.
 *
 * @param data - 0x and hex, at least a selector
 * @example
 * ```ts
 * decodeRevert(errorSelectors.ZeroAmount); // 'the amount is zero'
 * ```
 */
export function decodeRevert(data: string): string {
  const selector = data.slice(0, selectorDigits).toLowerCase();
  const words = data.slice(selectorDigits);
  if (selector === errorSelectors.Error) {
    const bytes = reasonOf(words).match(/../g) ?? [];
    return new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)));
  }
  if (selector === errorSelectors.Panic) return `panic ${String(readUint(words, 0))}`;
  // A call of a plan failed, and its own error is inside, after the call's number.
  if (selector === errorSelectors.CallFailed) {
    const reason = `0x${reasonOf(words.slice(64))}`;
    return isRevertData(reason)
      ? `a call of the swap failed: ${decodeRevert(reason)}`
      : 'a call of the swap failed';
  }
  return knownReverts[selector] ?? `custom error ${selector}`;
}

/** Bytes behind an offset and a length, as far as they go. */
function reasonOf(words: string): string {
  const length = Number.parseInt(readWord(words, 1), 16);
  return words.slice(128, 128 + 2 * Math.min(length, reasonBytesMax));
}
