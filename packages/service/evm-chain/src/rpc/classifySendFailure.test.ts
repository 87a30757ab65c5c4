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
    // Pools without room, and bounds of one account.
    ['txpool is full', 'refused'],
    ['Transaction pool is full', 'refused'],
    ['pending sub-pool is full', 'refused'],
    ['baseFee sub-pool is full', 'refused'],
    ['queue full', 'ambiguous'],
    ['too many transactions', 'ambiguous'],
    ['account limit exceeded', 'refused'],
    ['in-flight transaction limit reached for delegated accounts', 'refused'],
    ['address already reserved', 'refused'],
    ['authority already reserved', 'refused'],
    ['gapped-nonce tx from delegated accounts', 'refused'],
    ['future transaction tries to replace pending', 'refused'],
    ['spammer', 'refused'],
    ['Nonce too high', 'refused'],
    ['Transaction nonce is too distant from current sender nonce', 'refused'],
    ['could not replace existing tx', 'refused'],
    ['underpriced', 'underpriced'],
    ['existing txn with same hash', 'known'],
    ['IntrinsicGas', 'refused'],
    // Nodes that take none at the moment.
    ['Transaction pool not enabled. (Either txpool explicitly disabled)', 'refused'],
    ['Initial sync is still in progress', 'refused'],
    ['Syncing', 'refused'],
  ] as const)('H5: %j is %s', (message, expected) => {
    expect(classifySendFailure({ code: -32000, message })).toBe(expected);
  });

  it.each([
    [429, 'refused'],
    [-32016, 'refused'],
    [-32601, 'refused'],
    [-32604, 'refused'],
    // A host may give up on a node that has the transaction.
    [-32011, 'ambiguous'],
    [-32603, 'ambiguous'],
  ] as const)('H5: the code %d alone is %s', (code, expected) => {
    expect(classifySendFailure({ code, message: 'no' })).toBe(expected);
  });

  it('H5: believes the words of a node more than a code', () => {
    expect(classifySendFailure({ code: 429, message: 'already known' })).toBe('known');
  });
});
