import type { RpcReply } from '@portage/chain-kit';
import { zeroAddress } from '@portage/core';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { multicallReply } from '../test/multicallReply.js';
import { createBalanceReading } from './createBalanceReading.js';

const multicall3 = '0xca11bde05977b3631167028862be2a173976ca11';
const [one, two] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`];
const account = `0x${'a'.repeat(40)}`;
const native: RpcReply = { ok: true, result: '0x5' };
const word = (value: number): Hex => `0x${value.toString(16).padStart(64, '0')}`;

test('balances of tokens are read in one call, and one that fails fails alone', () => {
  const reading = createBalanceReading([zeroAddress, one, two], multicall3);
  const requests = reading.requests(account);
  expect(requests.map(({ method }) => method)).toEqual(['eth_call']);
  expect(reading.read([multicallReply(word(5), word(7), undefined)])).toEqual([
    { ok: true, result: word(5) },
    { ok: true, result: word(7) },
    { ok: false, error: expect.objectContaining({ message: 'execution reverted' }) as object },
  ]);
});

test('a token that takes the answers of all others with it is read apart from them for a while', () => {
  const reading = createBalanceReading([zeroAddress, one, two], multicall3);
  reading.requests(account);
  const failed: RpcReply = { ok: false, error: { code: -32000, message: 'out of gas' } };
  expect(reading.read([failed])).toBeUndefined();
  const replies = [native, { ok: true, result: word(1) }, failed] as const;
  for (let i = 0; i < 60; i += 1) {
    expect(reading.requests(account)).toHaveLength(3);
    expect(reading.read(replies)).toEqual(replies);
  }
  expect(reading.requests(account)).toHaveLength(1);
});

test('without a Multicall3 each balance is a call of its own', () => {
  const reading = createBalanceReading([zeroAddress, one, two], undefined);
  expect(reading.requests(account)).toHaveLength(3);
});
