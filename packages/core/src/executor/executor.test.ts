import { expect, test } from 'vitest';
import { isPortageError } from '../errors/portageError.js';
import { defineExecutor, type Submission } from './executor.js';

const item = { status: 'incomplete' as const, data: { memo: 'x' } };
const step = {
  id: 'deposit' as const,
  action: '',
  description: '',
  kind: 'transaction' as const,
  items: [item],
};

test('an executor asks no wallet for a task that was aborted', async () => {
  const asked: string[] = [];
  const executor = defineExecutor({
    vm: 'toy',
    read: (data) => (isMemo(data) ? data : undefined),
    address: () => Promise.resolve('1'),
    effects: () => [],
    submit: ({ memo }): Promise<Submission> => {
      asked.push(memo);
      return Promise.resolve({ type: 'transaction', chainId: 1, txId: '0x' });
    },
  });
  const task = executor.claim(item, step);
  const context = { signal: AbortSignal.abort(), onReplaced: () => undefined };
  await expect(task?.submit(context)).rejects.toSatisfy((error) =>
    isPortageError(error, 'EXECUTION_ABORTED'),
  );
  expect(asked).toEqual([]);
  await task?.submit({ ...context, signal: new AbortController().signal });
  expect(asked).toEqual(['x']);
});

function isMemo(data: unknown): data is { readonly memo: string } {
  return typeof data === 'object' && data !== null && 'memo' in data;
}
