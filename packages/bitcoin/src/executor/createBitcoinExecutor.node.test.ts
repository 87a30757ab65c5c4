import { waitMsMax } from '@portage/testing';
import type { TaskContext } from '@portage/core/executor';
import { Transaction } from 'bitcoinjs-lib';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kinds, payerKey, type DepositParts } from '../../test/signing.js';
import { signAgain, startRegtest, type Regtest } from '../../test/startRegtest.js';
import { createBitcoinExecutor, keyWallet, type KeyAddressKind } from '../index.js';

let node: Regtest;
const otherKey = new Uint8Array(32).fill(77);

beforeAll(async () => {
  node = await startRegtest();
});
afterAll(() => node.stop());

/** A deposit that is being awaited. */
interface Awaited {
  readonly txId: string;
  readonly replaced: readonly string[];
  readonly done: Promise<void>;
}

/** Signs and sends a deposit, and awaits it. */
function pay({ kind, psbt }: DepositParts, confirmations = 1): Promise<Awaited> {
  return perform(kind, { psbt }, confirmations);
}

async function perform(
  kind: KeyAddressKind,
  data: Readonly<Record<string, unknown>>,
  confirmations = 1,
): Promise<Awaited> {
  const executor = createBitcoinExecutor({
    wallet: keyWallet(payerKey, 'regtest', kind),
    network: 'regtest',
    url: node.url,
    pollMs: 20,
    confirmations,
  });
  const item = { status: 'incomplete' as const, data: { ...data, chainId: 8253038 } };
  const step = { id: 'deposit', action: '', description: '', kind: 'transaction' } as const;
  const task = executor.claim(item, { ...step, items: [item] });
  const replaced: string[] = [];
  const context: TaskContext = {
    signal: AbortSignal.timeout(waitMsMax),
    onReplaced: (txId) => void replaced.push(txId),
  };
  const submission = await task?.submit(context);
  if (task?.confirm === undefined || submission?.type !== 'transaction')
    throw new Error('the executor sent no transaction');
  const done = task.confirm(submission, context);
  // The tests look at its end later.
  done.catch(() => undefined);
  return { txId: submission.txId, replaced, done };
}

/** A plain transfer to the other key, out of new coins of the payer. */
async function transfer(kind: KeyAddressKind, value: string): Promise<Awaited> {
  await node.deposit(kind);
  return perform(kind, { to: await keyWallet(otherKey, 'regtest').address(), value });
}

/** Time for the executor to look at the chain several times. */
const lookedAgain = (): Promise<void> => delay(400);
const isMined = async (txId: string): Promise<boolean> =>
  (await node.read(`/tx/${txId}/status`)).includes('"confirmed":true');
/** Outputs of a transaction of the chain. */
const paidBy = async (txId: string): Promise<readonly bigint[]> =>
  Transaction.fromHex(await node.read(`/tx/${txId}/hex`)).outs.map(({ value }) => value);

describe.each(kinds)('a deposit from an address of %s', (kind) => {
  it('is accepted by a node and awaited until a block holds it', async () => {
    const { txId, done } = await pay(await node.deposit(kind));
    expect(await isMined(txId)).toBe(false);
    await node.controls.mine(1);
    await done;
    expect(await isMined(txId)).toBe(true);
    expect(await paidBy(txId)).toEqual([60_000n, 0n, 39_000n]);
  });

  it('whose fee the wallet raises is awaited under its new id', async () => {
    const parts = await node.deposit(kind);
    const { replaced, done } = await pay(parts);
    const bumped = await node.send(await signAgain(parts, { change: 30_000n }));
    await expect.poll(() => replaced).toEqual([bumped]);
    await node.controls.mine(1);
    await done;
    expect(await isMined(bumped)).toBe(true);
  });
});

describe.each(kinds)('a plain transfer from an address of %s', (kind) => {
  it('pays the amount out of the coins of the wallet, and gives the rest back', async () => {
    const { txId, done } = await transfer(kind, '60001');
    await node.controls.mine(1);
    await done;
    expect((await paidBy(txId))[0]).toBe(60_001n);
    expect(await paidBy(txId)).toHaveLength(2);
  });

  it('is not made of less than it costs', async () => {
    await expect(transfer(kind, '2100000000')).rejects.toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
    });
  });
});

describe('a deposit whose coins the wallet spends for something else', () => {
  const otherId = `0x${'cd'.repeat(32)}`;

  it('is cancelled once a block holds the other transaction', async () => {
    const parts = await node.deposit('p2wpkh');
    const { replaced, done } = await pay(parts);
    await node.send(await signAgain(parts, { change: 30_000n, orderId: otherId }));
    await node.controls.mine(1);
    await expect(done).rejects.toMatchObject({ code: 'TRANSACTION_CANCELLED' });
    expect(replaced).toEqual([]);
  });

  it('is not cancelled by one that waits: the wallet may outbid it again', async () => {
    const parts = await node.deposit('p2wpkh');
    const { replaced, done } = await pay(parts);
    await node.send(await signAgain(parts, { change: 35_000n, orderId: otherId }));
    await lookedAgain();
    const back = await node.send(await signAgain(parts, { change: 25_000n }));
    await expect.poll(() => replaced).toEqual([back]);
    await node.controls.mine(1);
    await done;
  });

  it('is cancelled by a branch of the chain that holds the other transaction', async () => {
    const parts = await node.deposit('p2tr');
    const { txId, done } = await pay(parts, 3);
    await node.controls.mine(1);
    expect(await isMined(txId)).toBe(true);
    const rival = await signAgain(parts, { change: 30_000n, orderId: otherId });
    await node.controls.reorg(1, { leaveOut: [txId], transactions: [rival] });
    await expect(done).rejects.toMatchObject({ code: 'TRANSACTION_CANCELLED' });
  });
});

describe('a deposit that the chain forgets', () => {
  it('is sent again, and awaited until it is as deep as was asked for', async () => {
    const { txId, done } = await pay(await node.deposit('p2wpkh'), 2);
    await node.controls.mine(1);
    await lookedAgain();
    const { dropped } = await node.controls.reorg(1, { leaveOut: 'all' });
    expect(dropped).toContain(txId);
    await expect.poll(() => node.read('/mempool/txids')).toContain(txId);
    await node.controls.mine(1);
    expect(await isMined(txId)).toBe(true);
    await node.controls.mine(1);
    await done;
  });

  it('is sent again when the nodes dropped it before any block', async () => {
    const { txId, done } = await pay(await node.deposit('p2sh'));
    await node.controls.dropTransaction(txId);
    await expect.poll(() => node.read('/mempool/txids')).toContain(txId);
    await node.controls.mine(1);
    await done;
  });
});

it('a deposit whose coins are spent already is refused, and nothing is awaited', async () => {
  const parts = await node.deposit('p2wpkh');
  await node.send(await signAgain(parts, { change: 39_000n, orderId: `0x${'ef'.repeat(32)}` }));
  await node.controls.mine(1);
  await expect(pay(parts)).rejects.toMatchObject({ code: 'TRANSACTION_REVERTED' });
});
