import { isPortageError } from '@portage/core';
import type { ChainUpdate } from '@portage/core/chain';
import { describe, expect, test } from 'vitest';
import { createFakeChain } from './createFakeChain.js';
import { fakeAddress, fakeDepository, fakeNative } from './fakeAddress.js';

const alice = fakeAddress('alice');
const usdc = fakeAddress('usdc');
const orderId = `0x${'ab'.repeat(32)}`;

function open() {
  const base = createFakeChain({ id: 1, slug: 'one' });
  base.credit(alice, fakeNative, 1_000_000n);
  base.credit(alice, usdc, 500n);
  return base;
}

async function take(updates: AsyncIterable<ChainUpdate>, count: number): Promise<ChainUpdate[]> {
  const taken: ChainUpdate[] = [];
  for await (const update of updates) {
    taken.push(update);
    if (taken.length === count) break;
  }
  return taken;
}

describe('money', () => {
  test('a deposit moves exactly its amount and costs its fee', () => {
    const base = open();
    base.deposit({ orderId, payer: alice, currency: usdc, amount: 120n });
    base.mine();
    expect([
      base.balance(alice, usdc),
      base.balance(fakeDepository, usdc),
      base.escrow(orderId, alice, usdc),
    ]).toEqual([380n, 120n, 120n]);
    expect(base.balance(alice, fakeNative)).toBe(1_000_000n - 2000n);
  });

  test('a transaction that cannot pay reverts as a whole and keeps its fee', () => {
    const base = open();
    const txId = base.send(alice, [
      { type: 'transfer', currency: usdc, recipient: fakeAddress('bob'), amount: 400n },
      { type: 'transfer', currency: usdc, recipient: fakeAddress('bob'), amount: 400n },
    ]);
    base.mine();
    expect(base.transaction(txId)?.status).toBe('reverted');
    expect([
      base.balance(alice, usdc),
      base.balance(fakeAddress('bob'), usdc),
      base.balance(alice, fakeNative),
    ]).toEqual([500n, 0n, 999_000n]);
  });

  test('a sweep pays in what a deposit address holds, and tells nothing of an empty one', async () => {
    const base = createFakeChain({ id: 1, slug: 'one', addresses: true });
    base.credit(alice, fakeNative, 10_000n);
    base.credit(alice, usdc, 500n);
    const addresses = base.chain.deposit!.addresses!;
    const owner = { orderId, depositor: alice };
    const address = addresses.addressOf(owner);
    base.send(alice, [{ type: 'transfer', currency: usdc, recipient: address, amount: 120n }]);
    const { height } = base.mine();
    const held = { address, currency: usdc };
    expect(await addresses.receipts([address], { first: height, last: height })).toEqual([held]);
    expect(await addresses.receipts([address], { first: 0, last: height - 1 })).toEqual([]);
    expect(await addresses.holdings([held])).toEqual([120n]);
    const { to, data } = addresses.sweep(owner, [usdc, fakeNative], [120n, 0n]);
    const call = { type: 'call', currency: fakeNative, amount: 0n, recipient: to, data } as const;
    const [first, second] = [base.send(alice, [call]), base.send(alice, [call])];
    base.mine();
    expect(base.transaction(first)?.events).toMatchObject([
      { type: 'deposit', ...owner, payer: address, currency: usdc, amount: 120n },
    ]);
    expect(base.transaction(second)).toMatchObject({ status: 'mined', events: [] });
    expect([base.escrow(orderId, alice, usdc), base.balance(address, usdc)]).toEqual([120n, 0n]);
  });

  test('an order is filled once by a solver, however often it is sent', async () => {
    const base = open();
    const fill = {
      type: 'fill',
      orderId,
      currency: usdc,
      recipient: alice,
      amount: 7n,
      calls: [],
    } as const;
    const signed = await base.chain.spend!.prepare([fill, fill], 0n);
    expect(await base.chain.spend!.broadcast(signed)).toEqual([
      { status: 'accepted' },
      { status: 'accepted' },
    ]);
    base.mine();
    expect((await base.chain.spend!.inspect(signed)).map(({ status }) => status)).toEqual([
      'mined',
      'reverted',
    ]);
    expect(base.balance(alice, usdc)).toBe(507n);
  });

  test('a refund pays out of what the order holds, and not twice', async () => {
    const base = open();
    base.deposit({ orderId, payer: alice, currency: usdc, amount: 100n });
    base.mine();
    const refund = {
      type: 'refund',
      orderId,
      depositor: alice,
      currency: usdc,
      recipient: fakeAddress('bob'),
      amount: 50n,
    } as const;
    const signed = await base.chain.spend!.prepare(
      [
        { ...refund, key: 'a' },
        { ...refund, key: 'a' },
        { ...refund, key: 'b', amount: 51n },
      ],
      0n,
    );
    await base.chain.spend!.broadcast(signed);
    base.mine();
    expect((await base.chain.spend!.inspect(signed)).map(({ status }) => status)).toEqual([
      'mined',
      'reverted',
      'reverted',
    ]);
    expect([base.balance(fakeAddress('bob'), usdc), base.escrow(orderId, alice, usdc)]).toEqual([
      50n,
      50n,
    ]);
  });
});

describe('forks', () => {
  test.each(['mempool', 'drop', 'remine'] as const)(
    'a reorg with fate %s takes the money back and gives it where it belongs',
    (fate) => {
      const base = open();
      const txId = base.deposit({ orderId, payer: alice, amount: 10n });
      base.mine(3);
      const before = base.tip();
      base.reorg(3, fate);
      expect(base.tip().height).toBe(before.height);
      expect(base.tip().hash).not.toBe(before.hash);
      expect(base.mempool()).toEqual(fate === 'mempool' ? [txId] : []);
      expect(base.transaction(txId)?.height).toBe(fate === 'remine' ? 3 : undefined);
      base.mine();
      expect(base.escrow(orderId, alice, fakeNative)).toBe(fate === 'drop' ? 0n : 10n);
    },
  );

  test('the same things done to two chains give the same chain', () => {
    const [first, second] = [open(), open()].map((base) => {
      base.deposit({ orderId, payer: alice, amount: 10n });
      base.mine(2);
      base.reorg(1);
      return base.mine();
    });
    expect(first).toEqual(second);
  });

  test('updates tells a reorg while it follows and after a restart', async () => {
    const base = open();
    base.deposit({ orderId, payer: alice, amount: 10n });
    base.mine(2);
    const [first] = await take(base.chain.observe.updates([], new AbortController().signal), 1);
    expect(first).toMatchObject({
      type: 'advance',
      cursor: { height: 2 },
      finalizedHeight: 0,
      events: [{ type: 'deposit', amount: 10n, ordinal: 0 }],
    });
    const known = first?.type === 'advance' ? first.blocks : [];
    base.reorg(1, 'drop');
    const [rollback, advance] = await take(
      base.chain.observe.updates(known, new AbortController().signal),
      2,
    );
    expect(rollback).toEqual({ type: 'rollback', to: known[0] });
    expect(advance).toMatchObject({ type: 'advance', cursor: { height: 2 }, events: [] });
  });
});

describe('sequences', () => {
  const fill = {
    type: 'fill',
    orderId,
    currency: usdc,
    recipient: alice,
    amount: 7n,
    calls: [],
  } as const;

  test('a bump replaces what waits, and the old one is replaced once the new one is final', async () => {
    const base = open();
    const spend = base.chain.spend!;
    const [old] = await spend.prepare([fill], 0n);
    await spend.broadcast([old!]);
    const bumped = await spend.bump(fill, old!);
    expect(await spend.broadcast([bumped])).toEqual([{ status: 'accepted' }]);
    base.mine();
    expect(await spend.inspect([old!, bumped])).toEqual([
      { status: 'missing' },
      { status: 'mined', height: 1, gasCost: 1100n },
    ]);
    base.mine(5);
    expect(await spend.inspect([old!])).toEqual([{ status: 'replaced' }]);
    expect(await spend.broadcast([old!])).toEqual([
      { status: 'rejected', reason: 'sequence too low' },
    ]);
  });

  test('a gap is waited for', async () => {
    const base = open();
    const spend = base.chain.spend!;
    const [first, second] = await spend.prepare(
      [fill, { ...fill, orderId: `0x${'cd'.repeat(32)}` }],
      0n,
    );
    await spend.broadcast([second!]);
    base.mine();
    expect(await spend.inspect([second!])).toEqual([{ status: 'pending' }]);
    await spend.broadcast([first!]);
    base.mine();
    expect((await spend.inspect([first!, second!])).map(({ status }) => status)).toEqual([
      'mined',
      'mined',
    ]);
  });

  test.each([
    ['lost', 'accepted', 'missing'],
    ['timedOut', 'unknown', 'mined'],
    ['unreachable', 'unknown', 'missing'],
    ['rejected', 'rejected', 'missing'],
  ] as const)(
    'a broadcast that is %s is answered with %s and ends %s',
    async (fault, answer, outcome) => {
      const base = open();
      const spend = base.chain.spend!;
      const [signed] = await spend.prepare([fill], 0n);
      base.faultBroadcasts(fault);
      expect((await spend.broadcast([signed!]))[0]?.status).toBe(answer);
      base.mine();
      expect((await spend.inspect([signed!]))[0]?.status).toBe(outcome);
    },
  );
});

test('payments to the depository, to tokens and to what is no address are refused', () => {
  const { chain } = open();
  expect(() => chain.checkRecipient(alice)).not.toThrow();
  for (const refused of [fakeDepository, usdc, fakeNative, '0xabc']) {
    expect(() => chain.checkRecipient(refused)).toThrow(
      expect.toSatisfy((error: unknown) => isPortageError(error)),
    );
  }
});
