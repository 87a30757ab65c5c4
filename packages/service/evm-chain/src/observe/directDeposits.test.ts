import { addressWord, selectors, tokenTopics, uintWord } from '@portage/evm/abi';
import { describe, expect, it } from 'vitest';
import { readDirectDeposit, readIncoming } from './directDeposits.js';

const [depository, token, other, payer] = ['0d', '0c', '0b', '0a'].map(
  (byte) => `0x${byte.repeat(20)}`,
) as [string, string, string, string];
const contracts = { depository, tokens: [token, other] };
const orderId = `0x${'ee'.repeat(32)}`;

const log = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  address: token,
  topics: [tokenTopics.transfer, `0x${addressWord(payer)}`, `0x${addressWord(depository)}`],
  data: `0x${uintWord(7n)}`,
  transactionHash: `0x${'11'.repeat(32)}`,
  blockHash: `0x${'22'.repeat(32)}`,
  blockNumber: '0x5',
  ...changes,
});

const transaction = (changes: Readonly<Record<string, unknown>> = {}): Record<string, unknown> => ({
  from: payer,
  to: token,
  value: '0x0',
  input: `${selectors.transfer}${addressWord(depository)}${uintWord(9n)}${orderId.slice(2)}`,
  ...changes,
});

const read = (told: unknown, logs: readonly unknown[]) =>
  readDirectDeposit(told, readIncoming(logs, contracts), contracts);

describe('the one transfer to the depository of a transaction', () => {
  it('is the deposit of the order behind the call, of as much as arrived', () => {
    expect(read(transaction(), [log()])).toMatchObject({ orderId, payer, amount: 7n, height: 5 });
  });

  it.each([
    ['two transfers', transaction(), [log(), log()]],
    ['a transfer of another token, too', transaction(), [log(), log({ address: other })]],
    ['a transfer of another token', transaction(), [log({ address: other })]],
    [
      'a transfer of somebody else’s',
      transaction(),
      [
        log({
          topics: [
            tokenTopics.transfer,
            `0x${addressWord(other)}`,
            (log()['topics'] as string[])[2],
          ],
        }),
      ],
    ],
    ['no transfer', transaction(), []],
    ['native currency along with it', transaction({ value: '0x1' }), [log()]],
    ['a call of another contract', transaction({ to: payer }), [log()]],
    ['the creation of a contract', transaction({ to: null }), [log()]],
    ['a transaction that is not known', null, [log()]],
  ])('is none with %s', (_, told, logs) => {
    expect(read(told, logs)).toBeUndefined();
  });

  it('is looked for in logs of our tokens alone', () => {
    for (const changes of [
      { address: payer },
      { topics: [tokenTopics.transfer] },
      { topics: [`0x${'99'.repeat(32)}`, ...(log()['topics'] as string[]).slice(1)] },
    ])
      expect(readIncoming([log(changes)], contracts)).toEqual([]);
    expect(() => readIncoming([log({ data: '0x' })], contracts)).toThrow();
    expect(() => readIncoming([log({ removed: true })], contracts)).toThrow();
  });
});
