import { bitcoinCodec } from '@portage/bitcoin/codec';
import { addressOf, orderMarkScript, type OrderMarkForm } from '@portage/bitcoin/transaction';
import { describe, expect, test } from 'vitest';
import { decodeTransaction, type Movement, type Output } from './decodeTransaction.js';

const network = 'regtest';
const scriptWith = (byte: number): Uint8Array =>
  Uint8Array.from([0, 20, ...new Uint8Array(20).fill(byte)]);
const addressWith = (byte: number): string => addressOf(scriptWith(byte), network) ?? '';
const [vault, solver, payer, other] = [1, 2, 3, 4].map(addressWith) as [
  string,
  string,
  string,
  string,
];
const currency = bitcoinCodec.nativeCurrency;
const accounts = { network, vault, solver } as const;
const place = { txId: 'ab'.repeat(32), height: 7, blockHash: 'cd'.repeat(32) };
const id = (digit: string): string => `0x${digit.repeat(64)}`;

const pays = (byte: number, value: bigint): Output => ({ script: scriptWith(byte), value });
const mark = (
  orderIds: readonly string[],
  form: OrderMarkForm = 'text',
  depositor?: string,
): Output => ({
  script: orderMarkScript(
    depositor === undefined ? { orderIds } : { orderIds, depositor },
    form,
    network,
  ),
  value: 0n,
});
const decode = (
  from: readonly Output[],
  outputs: readonly Output[],
  more: Partial<Movement> = {},
): readonly unknown[] =>
  decodeTransaction(
    { isCoinbase: false, spent: new Map(from.entries()), outputs, ...more },
    accounts,
    place,
  );

describe('a payment to the vault', () => {
  const deposit = {
    ...place,
    ordinal: 0,
    type: 'deposit',
    orderId: id('a'),
    currency,
    depositor: payer,
    payer,
    amount: 5_000n,
  };

  test('is a deposit of the first input’s account under the mark', () => {
    expect(decode([pays(3, 9_000n)], [pays(1, 5_000n), mark([id('a')])])).toEqual([deposit]);
  });

  test('names its depositor where the mark does, in both forms', () => {
    for (const form of ['text', 'compact'] as const)
      expect(
        decode([pays(3, 9_000n)], [pays(1, 5_000n), mark([id('a')], form, other)]),
        form,
      ).toEqual([{ ...deposit, depositor: other }]);
  });

  test('in several outputs is one deposit of their sum', () => {
    const outputs = [pays(1, 2_000n), mark([id('a')]), pays(3, 10n), pays(1, 3_000n)];
    expect(decode([pays(3, 9_000n)], outputs)).toEqual([deposit]);
  });

  test('with two marks belongs to the first', () => {
    const outputs = [pays(1, 5_000n), mark([id('a')]), mark([id('b')])];
    expect(decode([pays(3, 9_000n)], outputs)).toEqual([deposit]);
  });

  const transfer = { ...place, ordinal: 0, type: 'transfer', currency, amount: 1n };

  test('without an order, or with several, waits for an operator', () => {
    const noise = { script: Uint8Array.from([0x6a, 2, 1, 2]), value: 0n };
    for (const outputs of [[], [noise], [mark([id('a'), id('b')], 'compact')]])
      expect(decode([pays(3, 9n)], [pays(1, 1n), ...outputs])).toEqual([
        { ...transfer, sender: payer },
      ]);
  });

  test('D14: out of a reward for a block waits for an operator, whatever order it names', () => {
    expect(decode([], [pays(1, 1n), mark([id('a')])], { isCoinbase: true })).toEqual([
      { ...transfer, sender: currency },
    ]);
  });

  test('of nothing is no event', () => {
    expect(decode([pays(3, 9n)], [pays(1, 0n), mark([id('a')])])).toEqual([]);
  });

  test('that spends the vault is its change and never a deposit', () => {
    expect(decode([pays(3, 9n), pays(1, 50n)], [pays(1, 50n), mark([id('a')])])).toEqual([]);
  });
});

describe('a payment of the solver', () => {
  test('fills each order of the mark by its output', () => {
    const outputs = [pays(3, 10n), pays(4, 20n), mark([id('a'), id('b')], 'compact'), pays(2, 5n)];
    const fill = { ...place, type: 'fill', solver, currency };
    expect(decode([pays(2, 99n)], outputs)).toEqual([
      { ...fill, ordinal: 0, orderId: id('a'), recipient: payer, amount: 10n },
      { ...fill, ordinal: 1, orderId: id('b'), recipient: other, amount: 20n },
    ]);
  });

  test('is none where somebody else’s input comes first', () => {
    expect(decode([pays(3, 9n), pays(2, 99n)], [pays(4, 20n), mark([id('a')])])).toEqual([]);
  });
});

describe('money of the vault', () => {
  const release = { ...place, ordinal: 0, type: 'release', orderId: id('a'), currency };

  test('that is refunded is released to its recipient', () => {
    const outputs = [pays(3, 30n), mark([id('a')], 'compact', other), pays(1, 20n), pays(2, 8n)];
    expect(decode([pays(1, 50n), pays(2, 9n)], outputs)).toEqual([
      { ...release, depositor: other, recipient: payer, amount: 30n },
    ]);
  });

  test('that is collected is released to the solver, without the fee', () => {
    const outputs = [pays(2, 38n), mark([id('a')], 'compact'), pays(1, 20n)];
    expect(decode([pays(1, 50n), pays(2, 9n)], outputs)).toEqual([
      { ...release, depositor: solver, recipient: solver, amount: 30n },
    ]);
  });
});
