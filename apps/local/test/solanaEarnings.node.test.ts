import { eventually } from '@portage/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPlace } from '../src/currencies.js';
import { transfer } from '../src/demonstrations/transfer.js';
import { createContext } from '../src/createContext.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Earnings of fills that were paid on Solana. */
let system: TestSystem;

beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

const contextOf = (index: number) => createContext(system, index);

test.each([
  ['usdc@solana', ['700', '500'], 1_200_000_000n],
  ['sol@solana', ['20'], 20_000_000_000n],
] as const)(
  'what fills earn of %s is collected from the program, once it is worth it',
  async (from, amounts, sum) => {
    const place = findPlace(system.devnet, from);
    const { settlement, chains } = system.service;
    const chain = chains.byId(place.chainId);
    const { account } = chain.vault!;
    const before = await chain.balances.read(account, place.address);
    for (const amount of amounts)
      expect(await transfer(contextOf(0), { from, to: 'eth@base', amount })).toMatchObject({
        status: 'success',
      });
    const asset = `${String(place.chainId)}:${place.address}`;
    await eventually(
      () => settlement.ledger.balance('collected', asset),
      (value) => value === -sum,
      { what: 'the books have seen the collection' },
    );
    expect(await chain.balances.read(account, place.address)).toBe(before);
    expect(
      await settlement.query(
        `select o.state from outbox o where o.purpose = 'collection' and o.chain_id = $1 and exists (
           select 1 from settlements s where s.order_id = o.order_id and s.intent ->> 'currency' = $2)`,
        [place.chainId, place.address],
      ),
    ).toEqual([{ state: 'mined' }]);
    await eventually(
      async () =>
        (await system.books.vault(place.chainId, place.address)) <=
        (await chain.balances.read(account, place.address)),
      Boolean,
      { what: 'the vault holds what the books say' },
    );
    expect(await system.books.audit()).toEqual([]);
    // Fees and rent alone, whatever came in beside them: less than a tenth of a SOL.
    const native = findPlace(system.devnet, 'sol@solana').address;
    const gas = await settlement.ledger.balance('gas', `${String(place.chainId)}:${native}`);
    expect(gas).toBeGreaterThan(0n);
    expect(gas).toBeLessThan(100_000_000n);
    expect(
      await settlement.query('select 1 from chain_cursors where halted_reason is not null'),
    ).toEqual([]);
  },
);
