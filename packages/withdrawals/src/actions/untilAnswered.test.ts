import { PortageError, type ErrorCode } from '@portage/core';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { untilAnswered } from './untilAnswered.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call that fails with these codes, and answers then. */
function failing(...codes: readonly ErrorCode[]) {
  const attempts: number[] = [];
  const call = async (attempt: number): Promise<string> => {
    attempts.push(attempt);
    const code = codes[attempt];
    if (code !== undefined) throw new PortageError(code, { message: 'It failed.' });
    return 'answer';
  };
  return { call, attempts };
}

async function end(call: (attempt: number) => Promise<string>): Promise<unknown> {
  const ended = untilAnswered(call, new AbortController().signal).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return ended;
}

test('a call without an answer is made again, and no other', async () => {
  const lost = failing('HTTP_REQUEST_FAILED', 'REQUEST_TIMED_OUT');
  expect([await end(lost.call), lost.attempts]).toEqual(['answer', [0, 1, 2]]);
  const refused = failing('INVALID_SIGNATURE');
  expect(await end(refused.call)).toMatchObject({ code: 'INVALID_SIGNATURE' });
  expect(refused.attempts).toEqual([0]);
});

test('and gives up with what the last attempt threw', async () => {
  const codes = Array.from({ length: 9 }, (): ErrorCode => 'HTTP_REQUEST_FAILED');
  const dead = failing(...codes);
  expect(await end(dead.call)).toMatchObject({ code: 'HTTP_REQUEST_FAILED' });
  expect(dead.attempts).toEqual([0, 1, 2, 3]);
});
