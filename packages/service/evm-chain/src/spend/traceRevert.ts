import type { RevertTrace } from '@portage/core/chain';
import { decodeRevert, errorSelectors, readBytesAt, wrapperSelectors } from '@portage/evm/abi';

/**
 * Errors that hold the error of a call which their contract made: how they are called, and which
 * word of theirs leads to it.
 */
const wrappers: Readonly<Record<string, { readonly name: string; readonly word: number }>> = {
  // Our runner, and the multicalls of many accounts.
  [wrapperSelectors.CallFailed]: { name: 'CallFailed(uint256,bytes)', word: 1 },
  [wrapperSelectors.CallFailedWithReason]: { name: 'CallFailed(bytes)', word: 0 },
  // ERC-7751.
  [wrapperSelectors.WrappedError]: { name: 'WrappedError(address,bytes4,bytes,bytes)', word: 2 },
  // ERC-4337.
  [wrapperSelectors.FailedOpWithRevert]: {
    name: 'FailedOpWithRevert(uint256,string,bytes)',
    word: 2,
  },
};

/** Errors within errors are followed so far. */
const depthMax = 8;

const reasonLengthMax = 200;

/**
 * Reads what a call reverted with, through the errors that hold other errors.
 *
 * @param data - hex, as a node gives it; `0x` where nothing was said
 */
export function traceRevert(data: string): RevertTrace {
  const path: string[] = [];
  let current = data.toLowerCase();
  while (path.length < depthMax) {
    const inner = unwrap(current);
    path.push(inner === undefined ? wordsOf(current) : inner.name);
    if (inner === undefined) break;
    current = inner.data;
  }
  const [topLevel = ''] = path;
  return { topLevel, innermost: path.at(-1) ?? topLevel, path, type: typeOf(current), data };
}

/** The error inside, where there is a whole one. */
function unwrap(data: string): { readonly name: string; readonly data: string } | undefined {
  const wrapper = wrappers[data.slice(0, 10)];
  if (wrapper === undefined) return undefined;
  const inner = readBytesAt(data.slice(10), wrapper.word);
  return inner === undefined ? undefined : { name: wrapper.name, data: `0x${inner}` };
}

function wordsOf(data: string): string {
  return (/^0x(?:[0-9a-f]{2}){4}/.test(data) ? decodeRevert(data) : 'no reason was given').slice(
    0,
    reasonLengthMax,
  );
}

function typeOf(data: string): RevertTrace['type'] {
  if (data.startsWith(errorSelectors.Error)) return 'error';
  if (data.startsWith(errorSelectors.Panic)) return 'panic';
  return data.length >= 10 ? 'custom' : 'none';
}
