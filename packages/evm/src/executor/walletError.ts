import { isPortageError, PortageError } from '@portage/core';
import { isDeclined, readThrown, thrownWords } from '@portage/core/executor';
import { decodeRevert, isRevertData } from '../abi/decodeRevert.js';

const unknownChainCodes: ReadonlySet<number | string> = new Set([4902, 5710]);
const revertCode = 3;

/** Turns what a wallet or its library threw into our error, by code and by name. */
export function walletError(error: unknown): PortageError {
  // Libraries wrap what a wallet of ours threw, such as that none is connected.
  const own = causes(error).find((each) => isPortageError(each));
  if (isPortageError(own)) return own;
  const thrown = readThrown(error);
  if (isDeclined(thrown))
    return new PortageError('WALLET_REJECTED', { message: 'The wallet declined.', cause: error });
  const { codes, names } = thrown;
  if (codes.some((code) => unknownChainCodes.has(code)) || names.includes('ChainMismatchError'))
    return new PortageError('WRONG_CHAIN', {
      message: 'The wallet is connected to another chain.',
      hint: 'Add the chain to the wallet, or pass wallet: (chainId) => the wallet of that chain.',
      cause: error,
    });
  if (names.includes('InsufficientFundsError'))
    return new PortageError('INSUFFICIENT_FUNDS', {
      message:
        'The account does not hold enough of the native currency for the transaction and its gas.',
      cause: error,
    });
  const revert = revertReason(error);
  if (revert !== undefined)
    return new PortageError('TRANSACTION_REVERTED', {
      message: `The transaction would revert: ${revert}.`,
      cause: error,
    });
  return new PortageError('WALLET_ERROR', {
    message: `The wallet failed: ${thrownWords(thrown)}`,
    cause: error,
  });
}

/**
 * Every error in a chain of causes, outermost first; libraries wrap what a node said several times.
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

/** Why a call reverts, in words; undefined when the error is not a revert. */
export function revertReason(error: unknown): string | undefined {
  const chain = causes(error);
  const data = chain.map((entry) => revertData(entry['data'])).find((found) => found !== undefined);
  if (data !== undefined) return decodeRevert(data);
  const reverted = chain.find(
    (entry) => entry['code'] === revertCode || entry['name'] === 'ExecutionRevertedError',
  );
  return reverted === undefined ? undefined : thrownWords(readThrown(reverted));
}

function revertData(data: unknown): string | undefined {
  if (typeof data === 'string') return isRevertData(data) ? data : undefined;
  if (typeof data === 'object' && data !== null && 'data' in data) return revertData(data.data);
  return undefined;
}
