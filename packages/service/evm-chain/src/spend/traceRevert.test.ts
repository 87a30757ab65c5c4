import { encodeErrorResult, parseAbi, toFunctionSelector, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { traceRevert } from './traceRevert.js';

const abi = parseAbi([
  'error Error(string)',
  'error Panic(uint256)',
  'error CallFailed(uint256 index, bytes reason)',
  'error WrappedError(address target, bytes4 selector, bytes reason, bytes details)',
  'error FailedOpWithRevert(uint256 index, string reason, bytes inner)',
  'error NotSigned(address signer)',
]);
const account = '0x00000000000000000000000000000000000000a1';
const words = (text: string): Hex => encodeErrorResult({ abi, errorName: 'Error', args: [text] });
const failed = (reason: Hex): Hex =>
  encodeErrorResult({ abi, errorName: 'CallFailed', args: [3n, reason] });

describe('traceRevert', () => {
  it('reads one error', () => {
    const data = words('too late');
    expect(traceRevert(data)).toEqual({
      topLevel: 'too late',
      innermost: 'too late',
      path: ['too late'],
      type: 'error',
      data,
    });
  });

  it('follows errors that hold errors to the one that came first', () => {
    const inner = encodeErrorResult({
      abi,
      errorName: 'WrappedError',
      args: [account, '0xa9059cbb', words('too little'), '0x'],
    });
    const data = encodeErrorResult({
      abi,
      errorName: 'FailedOpWithRevert',
      args: [0n, 'AA23 reverted', failed(inner)],
    });
    expect(traceRevert(data)).toEqual({
      topLevel: 'FailedOpWithRevert(uint256,string,bytes)',
      innermost: 'too little',
      path: [
        'FailedOpWithRevert(uint256,string,bytes)',
        'CallFailed(uint256,bytes)',
        'WrappedError(address,bytes4,bytes,bytes)',
        'too little',
      ],
      type: 'error',
      data,
    });
  });

  it('names what it does not know by its selector, panics by their number, and silence as such', () => {
    expect(
      traceRevert(encodeErrorResult({ abi, errorName: 'NotSigned', args: [account] })),
    ).toMatchObject({
      innermost: `custom error ${toFunctionSelector('function NotSigned(address)')}`,
      type: 'custom',
    });
    expect(
      traceRevert(failed(encodeErrorResult({ abi, errorName: 'Panic', args: [17n] }))),
    ).toMatchObject({ innermost: 'panic 17', type: 'panic' });
    expect(traceRevert('0x')).toMatchObject({
      topLevel: 'no reason was given',
      path: ['no reason was given'],
      type: 'none',
    });
    expect(traceRevert(failed('0x'))).toMatchObject({
      path: ['CallFailed(uint256,bytes)', 'no reason was given'],
      type: 'none',
    });
  });

  it('does not follow errors that are cut off, lead astray or never end', () => {
    const whole = failed(words('too little'));
    expect(traceRevert(whole.slice(0, -64)).path).toHaveLength(1);
    expect(traceRevert(`0x5c0dee5d${'ff'.repeat(64)}`).path).toHaveLength(1);
    let data = words('deep');
    for (let depth = 0; depth < 20; depth += 1) data = failed(data);
    expect(traceRevert(data).path).toHaveLength(8);
  });
});
