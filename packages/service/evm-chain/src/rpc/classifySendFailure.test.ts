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
    ['insufficient gas price to replace existing transaction', 'refused'],
    ['transaction underpriced: gas tip cap 0, minimum needed 1', 'underpriced'],
    [
      'transaction gas price below minimum: gas tip cap 15000000000, minimum needed 25000000000',
      'underpriced',
    ],
    ['max fee per gas less than block base fee: address 0x…', 'underpriced'],
    ['FeeTooLow, EffectivePriorityFeePerGas too low 10 < 20, BaseFee: 30', 'underpriced'],
    ['Gas price below configured minimum gas price', 'underpriced'],
    ['Gas price below current base fee', 'underpriced'],
    ['transaction priority fee below minimum required priority fee 1000000', 'underpriced'],
    ['transaction feeCap 5 below chain minimum', 'underpriced'],
    ['gas price too low', 'underpriced'],
    ['FeeTooLowToCompete', 'ambiguous'],
    ['sequencer pending tx pool full, please try again', 'ambiguous'],
    ['call failed: OwnNonceAlreadyUsed', 'ambiguous'],
    ['InsufficientFunds, Account balance: 1, cumulative cost: 2', 'refused'],
    ['Upfront cost exceeds account balance', 'refused'],
    ['tx fee (1.10 ether) exceeds the configured cap (1.00 ether)', 'refused'],
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
