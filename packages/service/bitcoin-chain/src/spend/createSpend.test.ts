import type { BroadcastResult } from '@portage/core/chain';
import { addressOf } from '@portage/bitcoin/transaction';
import { Transaction } from 'bitcoinjs-lib';
import { expect, it } from 'vitest';
import { createSpend } from './createSpend.js';
import { createVault } from './createVault.js';
import { createSpendingKey } from './signTransaction.js';

const solver = createSpendingKey(new Uint8Array(32).fill(1));
const vault = createSpendingKey(new Uint8Array(32).fill(2));
const recipient = addressOf(vault.script, 'regtest') ?? '';
const coins = [solver, vault].map(({ script }, vout) => ({
  txId: 'ab'.repeat(32),
  vout,
  value: 100_000n,
  script,
}));

it('sends what nodes read, one after another, and asks about the coins of each', async () => {
  const sent: string[] = [];
  const asked: (number | undefined)[] = [];
  const spend = createSpend({
    network: 'regtest',
    solver,
    vault,
    sender: 'solver',
    feeRateMax: 100_000n,
    joinedMax: 20,
    confirmed: () => coins,
    feeRate: () => 1_000n,
    send: (bytes) => {
      sent.push(Transaction.fromBuffer(bytes).getId());
      const answer: BroadcastResult = { status: 'accepted' };
      return sent.length === 1 ? Promise.reject(new Error('hung up')) : Promise.resolve(answer);
    },
    readFacts: (_, stored) => {
      asked.push(stored?.inputs.length);
      return Promise.resolve({
        block: undefined,
        isPending: true,
        fee: 0n,
        inputs: [],
        finalizedHeight: 0,
      });
    },
  });
  const fill = {
    ...({ type: 'fill', orderId: `0x${'cd'.repeat(32)}`, currency: 'btc', recipient } as const),
    amount: 10_000n,
    calls: [],
  };
  const signed = await spend.prepare([fill, fill], 7n, []);
  expect(await spend.broadcast(signed)).toEqual([
    { status: 'unknown', reason: 'hung up' },
    { status: 'accepted' },
  ]);
  expect(sent).toEqual(signed.map(({ txId }) => txId));
  expect(await spend.nextSequence()).toBe(9n);
  await spend.inspect([...signed, { txId: 'ef'.repeat(32), sequence: 0n }]);
  expect(asked).toEqual([1, 1, undefined]);
});

it('holds the coins of the depository that are in blocks, and never none for want of news', async () => {
  let known: typeof coins | undefined = coins;
  const one = createVault({ account: recipient, script: vault.script, confirmed: () => known });
  expect(await one.available('btc')).toBe(100_000n);
  expect(await one.held([{ orderId: '0x', depositor: '', currency: 'btc' }])).toEqual([100_000n]);
  known = undefined;
  await expect(one.available('btc')).rejects.toMatchObject({ code: 'RPC_HTTP_ERROR' });
});
