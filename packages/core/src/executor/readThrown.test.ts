import { describe, expect, it } from 'vitest';
import { isDeclined, readThrown, thrownWords } from './readThrown.js';

const wrapped = (cause: unknown): unknown =>
  Object.assign(new Error('An unknown RPC error occurred.'), {
    name: 'UnknownRpcError',
    shortMessage: 'An unknown RPC error occurred.',
    cause,
  });

/** Errors of well-known wallets and their libraries when their owner declines. */
const declined: readonly (readonly [string, unknown])[] = [
  ['EIP-1193', { code: 4001, message: 'User rejected the request.' }],
  ['EIP-1193 as text', { code: '4001', message: '' }],
  ['WalletConnect', { code: 5000, message: 'User rejected.' }],
  ['EIP-5792', { code: 5750, message: 'rejected' }],
  ['a wallet that answers as a node', { code: -32_603, message: 'User rejected the request.' }],
  ['-32000', { code: -32_000, message: 'User denied transaction signature' }],
  ['MetaMask inside', { code: -32_603, data: { originalError: { code: 4001 } } }],
  ['Coinbase', { code: 4001, message: 'User denied transaction signature.' }],
  ['ethers', { code: 'ACTION_REJECTED', reason: 'rejected', message: 'user rejected action' }],
  ['ethers inside', { code: 'UNKNOWN_ERROR', info: { error: { code: 4001 } } }],
  ['viem', wrapped({ name: 'UserRejectedRequestError' })],
  ['viem around a text', wrapped(new Error('Request rejected'))],
  ['viem around two', wrapped(wrapped({ code: 4001 }))],
  ['a text', 'User rejected the request.'],
  ['a text of few words', 'Cancelled'],
  ['Phantom', { code: 4001, message: 'User rejected the request.' }],
  ['Solana adapters', { name: 'WalletSignTransactionError', error: { code: 4001 } }],
  ['Solflare', { name: 'WalletSignTransactionError', message: 'Transaction rejected' }],
  ['Backpack', new Error('Approval Denied')],
  ['UniSat', { code: 4001, message: 'User rejected the request.' }],
  ['OKX', { code: 4001, message: 'User Reject' }],
  ['Leather', { error: { code: 4001, message: 'User rejected signing' } }],
  ['Xverse', { error: { code: -32_000, message: 'User rejected request to sign a psbt' } }],
  ['Ledger', { name: 'TransportStatusError', message: 'Condition of use not satisfied (0x6985)' }],
  ['Ledger by code', { statusCode: 0x69_85, code: 0x69_85 }],
  ['Trezor', new Error('Popup closed')],
  [
    'Trezor on the device',
    { code: 'Failure_ActionCancelled', message: 'Action cancelled by user' },
  ],
  ['Safe', new Error('Transaction was rejected')],
  ['Rabby', { code: 4001, message: 'MetaMask Tx Signature: User denied transaction signature.' }],
  ['a window', new Error('The user closed the window')],
];

/** Errors that are no refusal by the user. */
const others: readonly (readonly [string, unknown])[] = [
  ['a node', { code: -32_003, message: 'Transaction rejected' }],
  ['a node with a reason', new Error('transaction rejected: nonce too low')],
  ['a node that is busy', { code: -32_005, message: 'Request rejected: limit exceeded' }],
  ['a revert', { code: 3, message: 'execution reverted: denied', data: '0x' }],
  ['too little', { code: -32_000, message: 'insufficient funds for gas * price + value' }],
  ['a lost connection', new TypeError('Failed to fetch')],
  ['an origin', new Error('Origin https://a.example was denied access')],
  ['nothing', undefined],
  ['null', null],
  ['an empty error', {}],
];

describe('isDeclined', () => {
  it.each(declined)('is true of what %s throws', (_, error) => {
    expect(isDeclined(readThrown(error))).toBe(true);
  });

  it.each(others)('is false of %s', (_, error) => {
    expect(isDeclined(readThrown(error))).toBe(false);
  });

  it('ends with errors that hold themselves, or very many', () => {
    const circle: { cause?: unknown } = {};
    circle.cause = circle;
    let deep: unknown = { code: 4001 };
    for (let level = 0; level < 1_000; level += 1) deep = { cause: deep };
    expect(isDeclined(readThrown(circle))).toBe(false);
    expect(isDeclined(readThrown(deep))).toBe(false);
  });
});

it.each([
  ['Ledger is locked', wrapped(new Error('Ledger is locked'))],
  [
    'blind signing is off',
    {
      code: -32_603,
      message: 'Internal JSON-RPC error.',
      data: { message: 'blind signing is off' },
    },
  ],
  ['An unknown RPC error occurred.', wrapped(undefined)],
  ['no reason was given', {}],
  ['Nope', 'Nope'],
])('the wallet says: %s', (words, error) => {
  expect(thrownWords(readThrown(error))).toBe(words);
});
