import { stepIdSchema } from '@portage/core/schemas';
import type { Quote } from '@portage/sdk';
import { expect, it } from 'vitest';
import { stepName } from './stepName.js';

const amountOf = (symbol: string) => ({ currency: { symbol } });
// A name reads the symbols alone.
const quote = {
  details: { currencyIn: amountOf('USDC'), currencyOut: amountOf('ETH') },
} as unknown as Quote;
const nameOf = (id: string, kind = 'transaction') => stepName({ id, kind }, quote);

it('steps are named by what they do', () => {
  expect(['approve', 'deposit', 'send', 'swap'].map((id) => nameOf(id))).toEqual([
    'Approve USDC',
    'Send deposit',
    'Send USDC',
    'Swap USDC for ETH',
  ]);
});

it.each([
  ['approve', 'deposit'],
  ['approve', 'swap'],
  ['approve', 'authorize'],
  ['authorize1', 'authorize2'],
])('%s and %s of one quote have two names', (one, other) => {
  expect(nameOf(one)).not.toBe(nameOf(other));
});

it('every step of the specification has a name of its own, and any other one some', () => {
  for (const id of stepIdSchema.options) expect(nameOf(id)).not.toBe('Send transaction');
  expect(nameOf('toString')).toBe('Send transaction');
  expect(nameOf('new', 'signature')).toBe('Sign');
});
