import { describe, expect, it } from 'vitest';
import { classifySendFailure } from './classifySendFailure.js';

describe('classifySendFailure', () => {
  it.each([
    // geth, erigon, nethermind, besu, reth and anvil, as their sources word it.
    ['already known', 'known'],
    ['AlreadyKnown', 'known'],
    ['ALREADY_EXISTS: already known', 'known'],
    ['Known transaction', 'known'],
    ['transaction already imported', 'known'],
    ['nonce too low: next nonce 5, tx nonce 4', 'ambiguous'],
    ['OldNonce', 'ambiguous'],
    ['replacement transaction underpriced', 'refused'],
    ['transaction underpriced: gas tip cap 0, minimum needed 1', 'refused'],
    ['max fee per gas less than block base fee: address 0x…', 'refused'],
    ['insufficient funds for gas * price + value: balance 0, tx cost 5', 'refused'],
    ['Insufficient funds for gas * price + value', 'refused'],
    ['intrinsic gas too low', 'refused'],
    ['exceeds block gas limit', 'refused'],
    ['transaction type not supported', 'refused'],
    ['invalid chain id for signer', 'refused'],
    ['internal error', 'ambiguous'],
    ['', 'ambiguous'],
    ['txpool is full', 'ambiguous'],
  ] as const)('H5: %j is %s', (message, expected) => {
    expect(classifySendFailure({ code: -32000, message })).toBe(expected);
  });
});
