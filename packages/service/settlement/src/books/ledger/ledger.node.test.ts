import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import type { Entry } from './createLedger.js';

const asset = '10:usdc';

/** Money that arrives from outside. */
function income(ref: string, amount: bigint, account = 'inventory:a'): Entry {
  return {
    kind: 'deposit',
    ref,
    postings: [
      { account: 'outside', asset, amount: -amount },
      { account, asset, amount },
    ],
  };
}

function transfer(ref: string, from: string, to: string, amount: bigint): Entry {
  return {
    kind: 'transfer',
    ref,
    postings: [
      { account: from, asset, amount: -amount },
      { account: to, asset, amount },
    ],
  };
}

describe.each(testServerKinds)('ledger on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let store: TestSettlement;

  afterAll(() => databases.close());
  beforeEach(async () => {
    store = await openTestSettlement(databases);
  });

  const book = (...entries: readonly Entry[]) =>
    store.transaction((tx) => store.ledger.book(tx, entries));

  it('books entries, and each fact once', async () => {
    expect(await book(income('1', 100n), income('2', 50n))).toEqual(['1', '2']);
    expect(await book(income('2', 999n), income('3', 7n), income('3', 7n))).toEqual(['3']);
    expect(await book()).toEqual([]);
    expect(await store.ledger.balance('inventory:a', asset)).toBe(157n);
    expect(await store.ledger.balance('outside', asset)).toBe(-157n);
    expect(await store.ledger.balance('nobody', asset)).toBe(0n);
    expect(await store.ledger.audit()).toEqual([]);
  });

  it('keeps amounts of 256 bits exact', async () => {
    const most = 2n ** 256n - 1n;
    await book(income('1', most));
    expect(await store.ledger.balance('inventory:a', asset)).toBe(most);
    await book(transfer('2', 'inventory:a', 'escrow:b', 1n));
    expect(await store.ledger.balance('inventory:a', asset)).toBe(most - 1n);
  });

  it('takes from an account what is there, in an entry of its own or together with what brings it', async () => {
    await book(income('1', 100n));
    await book(transfer('2', 'inventory:a', 'escrow:b', 100n));
    expect(await store.ledger.balance('inventory:a', asset)).toBe(0n);
    await book(transfer('3', 'new', 'escrow:b', 5n), income('4', 5n, 'new'));
    expect(await store.ledger.balance('new', asset)).toBe(0n);
  });

  it('refuses what would leave an account below zero, and all that was booked with it', async () => {
    await book(income('1', 100n));
    await expect(
      book(income('2', 1n), transfer('3', 'inventory:a', 'escrow:b', 102n)),
    ).rejects.toMatchObject({ code: '23514', constraint: 'ledger_balances_covered' });
    await expect(book(transfer('4', 'never seen', 'escrow:b', 1n))).rejects.toMatchObject({
      code: '23514',
    });
    expect(await store.ledger.balance('inventory:a', asset)).toBe(100n);
    for (const account of ['capital', 'pnl', 'gas', 'outside'])
      await book(transfer(account, account, 'inventory:a', 1n));
    expect(await store.ledger.balance('inventory:a', asset)).toBe(104n);
  });

  it('refuses an entry that is off in one asset, whatever the sum of all', async () => {
    const off: Entry = {
      kind: 'k',
      ref: '1',
      postings: [
        { account: 'outside', asset, amount: -1n },
        { account: 'inventory:a', asset: '1:usdc', amount: 1n },
      ],
    };
    await expect(book(income('0', 5n), off)).rejects.toMatchObject({ code: 'P0002' });
    expect(await store.query('select 1 from ledger_entries')).toEqual([]);
    await expect(book({ kind: 'k', ref: '2', postings: [] })).rejects.toThrow('two sides');
  });

  it('refuses postings of an entry that does not exist', async () => {
    const postings = `insert into ledger_postings (entry_id, account, asset, amount) values (7, 'outside', 'a', -1), (7, 'inventory:a', 'a', 1)`;
    await expect(store.query(postings)).rejects.toMatchObject({ code: '23503' });
  });

  it('is append-only', async () => {
    await book(income('1', 100n));
    for (const statement of [
      'update ledger_postings set amount = amount + 1',
      'delete from ledger_postings',
      'truncate ledger_postings',
      `update ledger_entries set ref = 'x'`,
      'delete from ledger_entries',
      'truncate ledger_entries cascade',
    ]) {
      await expect(store.query(statement), statement).rejects.toMatchObject({ code: 'P0003' });
    }
  });

  it('books from many at once without a lost update or a deadlock', async () => {
    await book(
      income('capital', 1_000n, 'inventory:a'),
      income('more capital', 1_000n, 'inventory:b'),
    );
    await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        const [from, to] =
          index % 2 === 0
            ? (['inventory:a', 'inventory:b'] as const)
            : (['inventory:b', 'inventory:a'] as const);
        return book(
          transfer(`${index}`, from, to, 3n),
          income(`${index}`, 1n, to),
          income(`shared ${index >> 1}`, 1n),
        );
      }),
    );
    expect(await store.ledger.balance('inventory:a', asset)).toBe(1_000n + 30n + 30n);
    expect(await store.ledger.balance('inventory:b', asset)).toBe(1_000n + 30n);
    expect(await store.ledger.audit()).toEqual([]);
  });

  it('agrees with plain addition', async () => {
    const account = fc.constantFrom('outside', 'gas', 'pnl', 'capital');
    const posting = fc.record({
      account,
      to: account,
      asset: fc.constantFrom('1:a', '2:b'),
      amount: fc.bigInt({ min: 1n, max: 2n ** 200n }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(posting, { minLength: 1, maxLength: 4 }), { maxLength: 5 }),
        async (movements) => {
          run += 1;
          const expected = new Map<string, bigint>();
          const add = (key: string, amount: bigint) =>
            expected.set(key, (expected.get(key) ?? 0n) + amount);
          const prefix = (name: string) => `${name}:${run}`;
          const entries = movements.map((moves, index): Entry => ({
            kind: 'property',
            ref: `${run}/${index}`,
            postings: moves.flatMap((move) => [
              { account: prefix(move.account), asset: move.asset, amount: -move.amount },
              { account: prefix(move.to), asset: move.asset, amount: move.amount },
            ]),
          }));
          for (const { postings } of entries)
            for (const one of postings) add(`${one.account} ${one.asset}`, one.amount);
          await book(...entries);
          for (const [key, amount] of expected) {
            const [name, of] = key.split(' ');
            expect(await store.ledger.balance(name!, of!)).toBe(amount);
          }
        },
      ),
      { numRuns: 25 },
    );
    expect(await store.ledger.audit()).toEqual([]);
  });

  it('finds what breaks the books when the database was tampered with', async () => {
    await book(income('1', 100n));
    for (const invariant of ['INV-C1', 'INV-C7'])
      databases.expectBroken(store.url, invariant, 'postings are changed behind the triggers');
    await store.query('alter table ledger_postings disable trigger all');
    await store.query('update ledger_postings set amount = amount + 1 where amount > 0');
    await store.query(`insert into ledger_entries (kind, ref) values ('empty', 'entry')`);
    const broken = (await store.ledger.audit()).map(
      ({ invariant, rule, subject }) => `${invariant} ${rule}: ${subject}`,
    );
    expect(broken).toEqual([
      'INV-C1 every ledger entry balances in each asset: 1 10:usdc',
      'INV-C1 every ledger entry has postings: 2',
      'INV-C7 every balance is the sum of its postings: inventory:a 10:usdc',
    ]);
  });

  it('finds rows that no foreign key ties to what they belong to', async () => {
    for (const invariant of ['INV-O9', 'INV-O10'])
      databases.expectBroken(store.url, invariant, 'rows are written alone');
    await store.query(
      `insert into request_states (order_id, request_id, created_at, updated_at) values (sha256('order'), sha256('request'), now(), now())`,
    );
    await store.query(`insert into jobs (kind, order_id, leg, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount)
      values ('fill', sha256('order'), 'main', 10, 1, '0xgone', 0, 1)`);
    const order = `0x${createHash('sha256').update('order').digest('hex')}`;
    expect(
      (await store.ledger.audit()).map(({ invariant, subject }) => [invariant, subject]),
    ).toEqual([
      ['INV-O9', `state ${order}`],
      ['INV-O10', `fill ${order} main`],
    ]);
  });
});
