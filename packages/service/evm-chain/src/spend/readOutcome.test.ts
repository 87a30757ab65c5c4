import { expect, it } from 'vitest';
import { readOutcome } from './readOutcome.js';

it('keeps control characters out of the words of a revert, which a contract chooses', () => {
  const error = { code: 3, message: 'execution reverted: \0\u001b[2J no', data: '0x08c379a0' };
  expect(readOutcome({ ok: false, error })).toMatchObject({
    status: 'reverts',
    reason: 'execution reverted:   [2J no',
  });
});
