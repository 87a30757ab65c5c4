import { expect, it } from 'vitest';
import { classifySendFailure } from './classifySendFailure.js';

it.each([
  ['txn-already-in-mempool', 'accepted'],
  ['Transaction outputs already in utxo set', 'accepted'],
  [
    'sendrawtransaction RPC error: {"code":-25,"message":"bad-txns-inputs-missingorspent"}',
    'rejected',
  ],
  ['txn-mempool-conflict', 'rejected'],
  ['insufficient fee, rejecting replacement', 'rejected'],
  ['socket hang up', 'unknown'],
  ['502 Bad Gateway', 'unknown'],
])('reads "%s" as %s', (message, status) => {
  expect(classifySendFailure(message).status).toBe(status);
});

it.each(['min relay fee not met, 110 < 141', 'mempool min fee not met, 141 < 500'])(
  'reads "%s" as a fee that is too low',
  (message) => {
    expect(classifySendFailure(message)).toMatchObject({ isUnderpriced: true });
  },
);
