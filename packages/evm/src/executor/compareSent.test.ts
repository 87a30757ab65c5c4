import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import type { EvmTransactionData } from '@portage/core';
import { encodeAbiParameters, encodeEventTopics, encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { compareSent, type Judgement } from './compareSent.js';
import type { SentLog, SentTransaction } from './sentTransaction.js';

const account = (byte: string): Hex => `0x${byte.repeat(20)}`;
const [user, depository, token, thief] = [
  account('0a'),
  account('0b'),
  account('0c'),
  account('0d'),
];
const [bundler, entryPoint] = [account('1a'), account('1b')];
const orderId: Hex = `0x${'ee'.repeat(32)}`;

const asked = (to: Hex, data: Hex, value = '0'): EvmTransactionData => ({
  from: user,
  to,
  data,
  value,
  chainId: 10,
});
const depositData = (depositor: Hex): Hex =>
  encodeFunctionData({
    abi: depositoryAbi,
    functionName: 'depositErc20',
    args: [depositor, token, 9n, orderId],
  });
const transferData = (to: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: testUsdcAbi, functionName: 'transfer', args: [to, amount] });
const approveData = (spender: Hex, amount: bigint): Hex =>
  encodeFunctionData({ abi: testUsdcAbi, functionName: 'approve', args: [spender, amount] });
const nativeData = encodeFunctionData({
  abi: depositoryAbi,
  functionName: 'depositNative',
  args: [user, orderId],
});

const deposit = asked(depository, depositData(user));
const native = asked(depository, nativeData, '7');
const approval = asked(token, approveData(depository, 9n));
const transfer = asked(token, transferData(depository, 9n));
const payment = asked(depository, '0x', '7');
const unread = asked(depository, '0x12345678');

const topicsOf = (list: readonly unknown[]): readonly string[] => list.map(String);
const depositLog = (amount = 9n, by: Hex = user): SentLog => ({
  address: depository,
  topics: topicsOf(
    encodeEventTopics({
      abi: depositoryAbi,
      eventName: 'Deposit',
      args: { id: orderId, depositor: by },
    }),
  ),
  data: encodeAbiParameters(
    [{ type: 'address' }, { type: 'uint256' }, { type: 'address' }],
    [token, amount, user],
  ),
});
const transferLog = (to: Hex, amount = 9n): SentLog => ({
  address: token,
  topics: topicsOf(
    encodeEventTopics({ abi: testUsdcAbi, eventName: 'Transfer', args: { from: user, to } }),
  ),
  data: encodeAbiParameters([{ type: 'uint256' }], [amount]),
});

const call = (data: EvmTransactionData): SentTransaction => ({
  from: user,
  to: data.to,
  value: BigInt(data.value),
  data: data.data,
});
/** A transaction of another account that carries a call inside. */
const wrapped = (data: string, by: Hex = bundler, to: Hex = entryPoint): SentTransaction => ({
  from: by,
  to,
  value: 0n,
  data: `0xabcdef01${to.slice(2)}${depository.slice(2)}${token.slice(2)}${data.slice(2)}00`,
});

type Word = 'same' | 'unclear' | 'waits' | readonly string[];
const word = (judgement: Judgement | undefined): Word =>
  judgement === undefined
    ? 'waits'
    : typeof judgement === 'string'
      ? judgement
      : judgement.map(({ member }) => member);

interface Row {
  readonly what: string;
  readonly call: EvmTransactionData;
  readonly sent: SentTransaction;
  /** Events of the receipt; without them there is none. */
  readonly logs?: readonly SentLog[];
  readonly hasReverted?: true;
  readonly is: Word;
}

const rows: readonly Row[] = [
  { what: 'the call itself', call: deposit, sent: call(deposit), is: 'same' },
  {
    what: 'another recipient',
    call: native,
    sent: { ...call(native), to: thief },
    is: ['recipient'],
  },
  { what: 'another value', call: native, sent: { ...call(native), value: 8n }, is: ['value'] },
  {
    what: 'another depositor in the data',
    call: deposit,
    sent: call(asked(depository, depositData(thief))),
    is: ['data'],
  },
  {
    what: 'all of it',
    call: deposit,
    sent: { from: user, to: thief, value: 5n, data: '0x' },
    is: ['recipient', 'value', 'data'],
  },
  {
    what: 'a contract that is made',
    call: payment,
    sent: { ...call(payment), to: '' },
    is: ['recipient'],
  },
  {
    what: 'a mark behind the calldata',
    call: deposit,
    sent: { ...call(deposit), data: `${deposit.data}8021` },
    is: 'same',
  },
  {
    what: 'calldata where a plain payment was verified',
    call: payment,
    sent: { ...call(payment), data: '0x12345678' },
    is: ['data'],
  },
  {
    what: 'an approval of an amount that the user chose',
    call: approval,
    sent: call(asked(token, approveData(depository, 2n ** 255n))),
    is: 'same',
  },
  {
    what: 'an approval of another spender',
    call: approval,
    sent: call(asked(token, approveData(thief, 9n))),
    is: ['data'],
  },
  {
    what: 'a call hidden in that of a stranger, not mined',
    call: native,
    sent: { ...wrapped(native.data, user, thief), value: 7n },
    is: 'waits',
  },
  {
    what: 'a call hidden in that of a stranger who keeps the money',
    call: native,
    sent: { ...wrapped(native.data, user, thief), value: 7n },
    logs: [],
    is: ['recipient', 'data'],
  },
  {
    what: 'a call that a stranger passes on',
    call: deposit,
    sent: wrapped(deposit.data, user, thief),
    logs: [depositLog()],
    is: 'same',
  },
  {
    what: 'a user operation that is not mined',
    call: deposit,
    sent: wrapped(deposit.data),
    is: 'waits',
  },
  {
    what: 'a user operation whose deposit is seen',
    call: deposit,
    sent: wrapped('0x'),
    logs: [transferLog(depository), depositLog()],
    is: 'same',
  },
  {
    what: 'a user operation that deposits less',
    call: deposit,
    sent: wrapped('0x'),
    logs: [depositLog(8n)],
    is: 'unclear',
  },
  {
    what: 'a user operation that deposits for somebody else',
    call: deposit,
    sent: wrapped('0x'),
    logs: [transferLog(depository), depositLog(9n, thief)],
    is: ['recipient', 'data'],
  },
  {
    what: 'a user operation that gives the money to somebody else',
    call: deposit,
    sent: wrapped(deposit.data),
    logs: [transferLog(thief, 10n)],
    is: ['recipient', 'data'],
  },
  {
    what: 'a user operation that failed inside, with a fee in the token',
    call: deposit,
    sent: wrapped(deposit.data),
    logs: [transferLog(bundler, 1n)],
    is: 'unclear',
  },
  {
    what: 'a transfer of the token inside',
    call: transfer,
    sent: wrapped('0x'),
    logs: [transferLog(depository)],
    is: 'same',
  },
  {
    what: 'a transfer inside to somebody else',
    call: transfer,
    sent: wrapped('0x'),
    logs: [transferLog(thief)],
    is: ['recipient', 'data'],
  },
  {
    what: 'a call to the account itself (EIP-7702) that holds the call',
    call: unread,
    sent: wrapped(unread.data, user, user),
    logs: [],
    is: 'same',
  },
  {
    what: 'a user operation that holds nothing that can be read',
    call: unread,
    sent: wrapped('0x'),
    logs: [],
    is: 'unclear',
  },
  {
    what: 'a plain payment inside, of which nothing tells',
    call: payment,
    sent: wrapped('0x'),
    logs: [],
    is: 'unclear',
  },
  {
    what: 'a user operation that reverted',
    call: deposit,
    sent: wrapped('0x'),
    logs: [],
    hasReverted: true,
    is: 'unclear',
  },
];

describe('what was sent, beside what was verified', () => {
  it.each(rows)('$what', ({ call: verified, sent, logs, hasReverted, is }) => {
    const receipt =
      logs === undefined ? undefined : { hasSucceeded: hasReverted === undefined, logs };
    expect(word(compareSent(verified, { transaction: sent, receipt }))).toEqual(is);
  });

  it('does not mind the case of addresses and calldata', () => {
    const upper = { ...deposit, to: `0x${'0B'.repeat(20)}`, data: deposit.data.toUpperCase() };
    const verified = { ...upper, data: `0x${upper.data.slice(2)}` };
    expect(compareSent(verified, { transaction: call(deposit), receipt: undefined })).toBe('same');
  });
});
