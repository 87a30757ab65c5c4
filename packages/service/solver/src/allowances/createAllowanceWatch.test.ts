import type { SpendAllowance } from '@portage/core/plugin';
import type { DecidedPayout } from '@portage/settlement';
import type { TestSettlement } from '@portage/settlement/testing';
import { expect, test } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import type { ChainContext } from '../context.js';
import { checkAllowances } from '../payouts/checkAllowances.js';
import { createAllowanceWatch } from './createAllowanceWatch.js';

const low: SpendAllowance = {
  currency: 'usdt',
  spender: 'filler',
  isForPayments: true,
  amount: 70n,
  isLow: true,
  renewal: { to: 'usdt', data: '0x', gasLimit: 60_000, isReset: false },
};
const calls = { to: 'usdt', data: '0x', gasLimit: 60_000 };

/** Context of a chain with these allowances, and what is asked and told of them. */
function watched(read: () => readonly SpendAllowance[]) {
  const { context } = createChainContext();
  const asked: string[] = [];
  const told: string[] = [];
  let elapsed = 0;
  const settlement = {
    allowances: {
      renew: ({ currency, spender }: { currency: string; spender: string }) => {
        asked.push(`${currency} ${spender}`);
        return Promise.resolve(asked.length > 1 ? 'under way' : 'asked');
      },
    },
  } as unknown as TestSettlement;
  const { chain, clock } = context;
  const spend = {
    ...chain.spend,
    allowances: () => new Promise<readonly SpendAllowance[]>((resolve) => resolve(read())),
  };
  const parts: ChainContext = {
    ...context,
    settlement,
    chain: { ...chain, spend },
    clock: { ...clock, elapsed: () => elapsed },
    log: (message) => void told.push(message),
  };
  const pass = (ms: number): void => {
    elapsed += ms;
  };
  return { watch: createAllowanceWatch(parts), asked, told, pass };
}

test('nothing is paid before the allowances are known, but the native currency', async () => {
  let isDown = true;
  const { watch, told, pass } = watched(() => {
    if (isDown) throw new Error('no quorum');
    return [];
  });
  expect(await watch.look()).toBe(false);
  expect(told).toEqual(['allowances could not be read']);
  expect(watch.lackOf('usdt', 1n)).toMatch(/not known/);
  expect(watch.lackOf(createChainContext().context.chain.native.address, 1n)).toBeUndefined();
  isDown = false;
  pass(1_000);
  await watch.look();
  expect(watch.lackOf('usdt', 1n)).toBeUndefined();
});

test('a payment waits for an allowance below its amount, and for one whose rest is taken back', async () => {
  let now: readonly SpendAllowance[] = [low, { ...low, spender: 'bridge', isForPayments: false }];
  const { watch, asked, told, pass } = watched(() => now);
  expect(await watch.look()).toBe(true);
  expect(asked).toEqual(['usdt filler', 'usdt bridge']);
  expect(told).toEqual(['an allowance is renewed', 'an allowance is renewed']);
  expect(watch.lackOf('usdt', 70n)).toBeUndefined();
  expect(watch.lackOf('usdt', 71n)).toMatch(/waits for its block/);
  expect(watch.lackOf('weth', 71n)).toBeUndefined();
  now = [{ ...low, renewal: { ...calls, isReset: true } }];
  // It is low, so that it is looked at soon.
  expect(await watch.look()).toBe(false);
  pass(1_000);
  await watch.look();
  expect(watch.lackOf('usdt', 1n)).toMatch(/waits for its block/);
  now = [{ ...low, renewal: undefined }];
  pass(1_000);
  await watch.look();
  expect(told.at(-1)).toBe('a currency refuses its allowance');
  expect(asked).toHaveLength(3);
});

test('allowances that are enough are read once a minute', async () => {
  let reads = 0;
  const { watch, pass } = watched(() => {
    reads += 1;
    return [{ ...low, amount: 2n ** 256n - 1n, isLow: false, renewal: undefined }];
  });
  await watch.look();
  pass(1_000);
  await watch.look();
  pass(58_000);
  await watch.look();
  expect(reads).toBe(1);
  pass(1_000);
  await watch.look();
  expect(reads).toBe(2);
});

test('a fill is judged by what it gives: the input of its swap; a refund by nothing', () => {
  const lackOf = (currency: string): string | undefined =>
    currency === 'usdt' ? 'lacks' : undefined;
  const decided = (intent: object) =>
    ({ decision: { type: 'pay', intent } }) as unknown as DecidedPayout;
  const fill = { type: 'fill', currency: 'usdt', amount: 1n };
  const swap = { currency: 'weth', amount: 1n };
  const typesOf = (...intents: readonly object[]) =>
    checkAllowances({ lackOf }, intents.map(decided)).map(({ decision }) => decision.type);
  expect(
    typesOf(
      fill,
      { ...fill, swap },
      { ...fill, currency: 'weth', swap: fill },
      { ...fill, type: 'refund' },
    ),
  ).toEqual(['wait', 'pay', 'wait', 'pay']);
});
