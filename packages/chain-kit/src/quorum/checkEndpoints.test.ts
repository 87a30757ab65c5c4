import { PortageError } from '@portage/core';
import { expect, test } from 'vitest';
import type { Endpoint } from '../endpoint/createEndpoint.js';
import { checkEndpoints } from './checkEndpoints.js';

const endpoints: readonly Endpoint[] = ['a', 'b', 'c'].map((label) => ({
  label,
  ask: () => Promise.resolve([]),
  close: () => Promise.resolve(),
}));
const down = new PortageError('RPC_HTTP_ERROR', { message: 'It could not be reached.' });
const wrong = new PortageError('INVALID_CONFIGURATION', { message: 'It serves another chain.' });

const check = (faults: Readonly<Record<string, Error>>): Promise<readonly string[]> =>
  checkEndpoints({
    endpoints,
    needed: 2,
    check: ({ label }) => {
      const fault = faults[label];
      return fault === undefined ? Promise.resolve() : Promise.reject(fault);
    },
  });

test('all that pass: nothing to say', async () => {
  expect(await check({})).toEqual([]);
});

test('one that cannot be reached is a warning while a quorum passes', async () => {
  expect(await check({ b: down })).toEqual([
    expect.stringMatching(/^The endpoint b could not be checked at the start: .*reached/),
  ]);
});

test('without a quorum the chain is not used', async () => {
  await expect(check({ a: down, b: down })).rejects.toBe(down);
});

test('one that tells something else refuses, whatever the others say', async () => {
  await expect(check({ a: down, c: wrong })).rejects.toBe(wrong);
});
