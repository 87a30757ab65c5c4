import { expect, test } from 'vitest';
import { awaitTransaction, type TransactionState } from './awaitTransaction.js';

/** Tells states one after the other, and the last one again and again. */
function tells(...states: readonly TransactionState[]): () => Promise<TransactionState> {
  let asked = 0;
  return () => Promise.resolve(states[Math.min(asked++, states.length - 1)] ?? 'missing');
}

const { signal } = new AbortController();

test('a transaction that a node does not know yet is waited for', async () => {
  const state = tells('missing', 'pending', 'mined');
  await expect(awaitTransaction({ txId: '1', state, pollMs: 1, signal })).resolves.toBeUndefined();
});

test('one that reverts is TRANSACTION_REVERTED with its id', async () => {
  const state = tells('pending', 'reverted');
  await expect(awaitTransaction({ txId: '1', state, pollMs: 1, signal })).rejects.toMatchObject({
    code: 'TRANSACTION_REVERTED',
    context: { txId: '1' },
  });
});

test('an abort ends the wait at once', async () => {
  const stop = new AbortController();
  const waiting = awaitTransaction({
    txId: '1',
    state: tells('pending'),
    pollMs: 60_000,
    signal: stop.signal,
  });
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ code: 'EXECUTION_ABORTED' });
});
