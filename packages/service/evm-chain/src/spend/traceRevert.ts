import type { RevertTrace } from '@portage/core';
import { decodeRevert } from '@portage/evm/abi';

/**
 * Errors that hold the error of a call which their contract made: how they are called, and which
 * word of theirs leads to it.
 */
const wrappers: Readonly<Record<string, { readonly name: string; readonly word: number }>> = {
  // Our runner, and the multicalls of many accounts.
  '0x5c0dee5d': { name: 'CallFailed(uint256,bytes)', word: 1 },
  '0xa5fa8d2b': { name: 'CallFailed(bytes)', word: 0 },
  // ERC-7751.
  '0x90bfb865': { name: 'WrappedError(address,bytes4,bytes,bytes)', word: 2 },
  // ERC-4337.
  '0x65c8fd4d': { name: 'FailedOpWithRevert(uint256,string,bytes)', word: 2 },
};

/** Errors within errors are followed so far. */
const depthMax = 8;

const wordDigits = 64;

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
  const words = data.slice(10);
  const offset = readNumber(words, wrapper.word * wordDigits);
  const start = offset === undefined ? undefined : offset * 2;
  const length = start === undefined ? undefined : readNumber(words, start);
  if (start === undefined || length === undefined) return undefined;
  const inner = words.slice(start + wordDigits, start + wordDigits + 2 * length);
  return inner.length === 2 * length ? { name: wrapper.name, data: `0x${inner}` } : undefined;
}

/** A word that can be a place in the data; undefined for anything else. */
function readNumber(words: string, at: number): number | undefined {
  const word = words.slice(at, at + wordDigits);
  return /^0{56}[0-9a-f]{8}$/.test(word) ? Number.parseInt(word, 16) : undefined;
}

function wordsOf(data: string): string {
  return (/^0x(?:[0-9a-f]{2}){4}/.test(data) ? decodeRevert(data) : 'no reason was given').slice(
    0,
    reasonLengthMax,
  );
}

function typeOf(data: string): RevertTrace['type'] {
  if (data.startsWith('0x08c379a0')) return 'error';
  if (data.startsWith('0x4e487b71')) return 'panic';
  return data.length >= 10 ? 'custom' : 'none';
}
