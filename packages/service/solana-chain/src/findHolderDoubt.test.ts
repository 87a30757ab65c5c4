import { solanaCodec } from '@portage/solana/codec';
import { associatedTokenAddress, programs } from '@portage/solana/program';
import { expect, it } from 'vitest';
import { findHolderDoubt } from './findHolderDoubt.js';

const person = '7v91N7iZ9mNicL8WfG6cgSCKyRXydQjLh6UYBWwm6y1Q';
const currency = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const closed = associatedTokenAddress({
  owner: person,
  mint: currency,
  tokenProgram: programs.token,
});
const account = { owner: '11111111111111111111111111111111', executable: false } as never;

it('doubts an address off the curve without an account that would be paid in a token', () => {
  expect(findHolderDoubt({ currency, recipient: closed }, undefined)).toMatchObject({
    code: 'INVALID_RECIPIENT',
    hint: expect.stringContaining('allowProgramRecipient') as string,
  });
});

it.each([
  ['a person without an account', { currency, recipient: person }, undefined],
  ['an address of a program that has an account', { currency, recipient: closed }, account],
  ['SOL', { currency: solanaCodec.nativeCurrency, recipient: closed }, undefined],
])('has no doubt about %s', (_, payment, state) => {
  expect(findHolderDoubt(payment, state)).toBeUndefined();
});
