import pino from 'pino';
import { expect, test } from 'vitest';
import { logOf } from './logOf.js';

test('an entry is an error where it says so, a warning with an error, and else for information', () => {
  const lines: unknown[] = [];
  const log = pino(
    { base: null, timestamp: false },
    { write: (line) => lines.push(JSON.parse(line)) },
  );
  const note = logOf({ log }, 'solver');
  note('a chain is halted', { level: 'error', reason: 'money is missing' });
  note('asking failed', { error: 'no answer' });
  note('an order is paid');
  expect(lines).toEqual([
    { level: 50, part: 'solver', reason: 'money is missing', msg: 'a chain is halted' },
    { level: 40, part: 'solver', error: 'no answer', msg: 'asking failed' },
    { level: 30, part: 'solver', msg: 'an order is paid' },
  ]);
});
