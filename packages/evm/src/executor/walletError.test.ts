import { contractErrorsAbi } from '@portage/contracts';
import { encodeErrorResult, parseAbi, type Hex } from 'viem';
import { expect, it } from 'vitest';
import { revertReason } from './walletError.js';

const failed = (reason: Hex): Hex =>
  encodeErrorResult({ abi: contractErrorsAbi, errorName: 'CallFailed', args: [1n, reason] });
const uniswap = encodeErrorResult({
  abi: parseAbi(['error Error(string)']),
  errorName: 'Error',
  args: ['Too little received'],
});

it.each<[string, Hex]>([
  ['Too little received', uniswap],
  [
    'the swap brings less than its minimum',
    encodeErrorResult({ abi: contractErrorsAbi, errorName: 'BelowMinimum', args: [1n, 2n] }),
  ],
  [
    'the swap has expired',
    encodeErrorResult({ abi: contractErrorsAbi, errorName: 'PlanExpired', args: [7n] }),
  ],
  [
    'the swap was made already',
    encodeErrorResult({
      abi: contractErrorsAbi,
      errorName: 'PlanAlreadyExecuted',
      args: [`0x${'11'.repeat(20)}`],
    }),
  ],
  ['a call of the swap failed: Too little received', failed(uniswap)],
  ['a call of the swap failed', failed('0x')],
  ['custom error 0x12345678', '0x12345678'],
])('tells %s', (reason, data) => {
  expect(revertReason({ cause: { code: 3, data } })).toBe(reason);
});
