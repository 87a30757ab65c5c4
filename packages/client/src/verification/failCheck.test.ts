import { expect, it } from 'vitest';
import { requestId } from '../../test/fixtures.js';
import { refusalOf } from '../../test/refusals.js';
import { failCheck } from './failCheck.js';
import { noExecutor } from './noExecutor.js';

it.each<[string, unknown, string]>([
  ['a text', 'usdc', 'usdc'],
  ['an amount', 5n, '5'],
  ['a number', 7, '7'],
  ['a list', ['a', 'b'], '["a","b"]'],
  ['amounts within an object', { amount: 5n, chainId: 7 }, '{"amount":"5","chainId":7}'],
  ['the first 500 characters of a text', 'x'.repeat(501), 'x'.repeat(500)],
  ['the first 500 characters of an object', ['x'.repeat(600)], `["${'x'.repeat(498)}`],
])('an error shows %s', async (_, value, shown) => {
  const run = () => failCheck('effects', { message: 'no.', expected: value, actual: value });
  expect(await refusalOf(run)).toEqual({
    check: 'effects',
    expected: shown,
    actual: shown,
    message: 'no.',
  });
});

it('an error shows no values where none were compared', async () => {
  expect(await refusalOf(() => failCheck('chain', { message: 'no.' }))).toEqual({
    check: 'chain',
    message: 'no.',
  });
});

it('an error tells what to do next, and what was thrown before it', () => {
  expect(() => failCheck('chain', { message: 'no.' })).toThrow(
    expect.objectContaining({
      hint: 'Nothing was signed. If it happens again, do not use this service.',
    }),
  );
  const cause = new Error('before');
  expect(() => failCheck('chain', { message: 'no.', hint: 'Do it.', cause })).toThrow(
    expect.objectContaining({ hint: 'Do it.', cause }),
  );
});

it('the error for a step without an executor names the step', () => {
  const step = {
    id: 'deposit',
    action: 'Pay',
    description: '',
    kind: 'transaction',
    requestId,
    items: [],
  } as const;
  expect(noExecutor({ ...step, items: [] })).toMatchObject({
    code: 'NO_EXECUTOR',
    message: 'No executor can perform the step "deposit" (Pay).',
    hint: 'Pass an executor of the VM of the origin chain.',
    context: { step: 'deposit' },
  });
});
