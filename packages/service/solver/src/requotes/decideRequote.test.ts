import { PortageError, type ErrorCode } from '@portage/core';
import type { OpenDeposit } from '@portage/settlement';
import { expect, test } from 'vitest';
import { decideRequote, type QuoteDeposit } from './decideRequote.js';

/** Deciding reads the order of the address alone. */
const deposit = { address: { orderId: '0xad' } } as OpenDeposit;

const decide = (quote: QuoteDeposit, attempts = 1) =>
  decideRequote({ quote, attempts, log: () => undefined }, deposit);

const refuseWith =
  (code: ErrorCode): QuoteDeposit =>
  () =>
    Promise.reject(new PortageError(code));

test('a refused quote gives the deposit back, with the reason of the wire', async () => {
  for (const [code, reason] of [
    ['AMOUNT_TOO_LOW', 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL'],
    ['SPONSOR_BALANCE_TOO_LOW', 'SPONSOR_BALANCE_TOO_LOW'],
    ['UNSUPPORTED_CURRENCY', 'INCORRECT_DEPOSIT_CURRENCY'],
    ['INVALID_REQUEST', 'NO_QUOTES'],
  ] as const)
    expect(await decide(refuseWith(code), 20), code).toEqual({ type: 'refund', reason });
});

test('a market that says nothing is waited for, but not for ever', async () => {
  const silent = refuseWith('PRICE_FETCH_FAILED');
  await expect(decide(silent, 19)).rejects.toMatchObject({ code: 'PRICE_FETCH_FAILED' });
  expect(await decide(silent, 20)).toEqual({ type: 'refund', reason: 'NO_QUOTES' });
});

test('a service that is unfit to quote gives nothing back, however often it is asked', async () => {
  await expect(decide(refuseWith('SERVICE_UNAVAILABLE'), 100)).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
});

test('a fault is no refusal, however often', async () => {
  const fault = new TypeError('x is undefined');
  await expect(decide(() => Promise.reject(fault), 100)).rejects.toBe(fault);
});
