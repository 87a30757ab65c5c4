import { expect, it } from 'vitest';
import { isPassingRefusal } from './isPassingRefusal.js';

it.each([
  ['eth_call', 'header not found', true],
  ['eth_getLogs', 'unknown block', true],
  ['eth_getBalance', 'missing trie node c6eb (path ) state 0xc6eb is not available', true],
  ['eth_feeHistory', 'Request timeout on the free tier, please upgrade your tier', true],
  // A chain may have no such block for good.
  ['eth_getBlockByNumber', 'Unknown block', false],
  ['eth_call', 'execution reverted', false],
  ['eth_sendRawTransaction', 'nonce too low', false],
])('H15: whether %s passes after %j is %s', (method, message, expected) => {
  expect(isPassingRefusal({ method, params: [] }, { code: -32000, message })).toBe(expected);
});
