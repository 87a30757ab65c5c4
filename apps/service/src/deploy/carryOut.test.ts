import { describe, expect, test } from 'vitest';
import { isReplayRefusal } from './carryOut.js';

describe('refusals of transactions without a chain id', () => {
  test.each([
    'only replay-protected (EIP-155) transactions allowed over RPC',
    'transaction is not replay protected',
    'Chain ID must be specified',
  ])('%s', (text) => {
    expect(isReplayRefusal(new Error(text))).toBe(true);
  });

  test('another fault is none', () => {
    expect(isReplayRefusal(new Error('insufficient funds for gas'))).toBe(false);
    expect(isReplayRefusal(undefined)).toBe(false);
  });
});
