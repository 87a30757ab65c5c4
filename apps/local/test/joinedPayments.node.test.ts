import { bitcoinDevnetChain } from '@portage/devnet';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContext } from '../src/createContext.js';
import { transfer, type Transfer } from '../src/demonstrations/transfer.js';
import { startTestSystem, type TestSystem } from './testSystem.js';

/** Orders to Bitcoin that are due together: each recipient is paid once, by few transactions. */
let system: TestSystem;

const orders = 20;

beforeAll(async () => {
  system = await startTestSystem({
    accounts: orders + 1,
    chains: [{ id: 8453, slug: 'base', name: 'Base' }, bitcoinDevnetChain],
    // The mark of one transaction may name all of them.
    configure: ({ chains, ...described }) => ({
      ...described,
      chains: (chains as readonly { readonly slug: string }[]).map((chain) =>
        chain.slug === 'bitcoin' ? { ...chain, dataBytesMax: 32 * orders } : chain,
      ),
    }),
  });
});
afterAll(async () => {
  await system.close();
});

const pay = (index: number): Promise<Transfer> =>
  transfer(createContext(system, index), {
    from: 'eth@base',
    to: 'btc@bitcoin',
    amount: `0.1${index.toString().padStart(2, '0')}`,
  });

const received = ({ quote, status, received: amount }: Transfer): unknown => [
  status,
  amount,
  quote,
];

const promised = ({ quote }: Transfer): unknown => [
  'success',
  BigInt(quote.details.currencyOut.amount),
  quote,
];

interface Row {
  tx_id: string;
  state: string;
  gas_cost: bigint;
}

const payments = (): Promise<readonly Row[]> =>
  system.service.database.query<Row>(
    'select tx_id, state, gas_cost from outbox where chain_id = $1 order by sequence, stored_at',
    [bitcoinDevnetChain.id],
  );

test('E4: twenty orders that are due together are paid by few transactions, each exactly once', async () => {
  const { database } = system.service;
  const alone = await pay(0);
  expect(received(alone)).toEqual(promised(alone));

  // Jobs wait until the last deposit is there.
  await database.query(
    `create function hold_job() returns trigger language plpgsql as $$
       begin new.run_at := 'infinity'; return new; end $$`,
  );
  await database.query(
    'create trigger hold_job before insert on jobs for each row execute function hold_job()',
  );
  const paying = Promise.all(Array.from({ length: orders }, (_, index) => pay(index + 1)));
  await expect
    .poll(async () => (await database.query(`select 1 from jobs where kind = 'fill'`)).length)
    .toBe(orders);
  await database.query('drop trigger hold_job on jobs');
  await database.query('update jobs set run_at = clock_timestamp()');
  const done = await paying;

  expect(done.map(received)).toEqual(done.map(promised));
  await expect
    .poll(async () => (await payments()).map(({ state }) => state))
    .toEqual(['mined', ...done.map(() => 'mined')]);
  const [single, ...rows] = await payments();
  const transactions = new Set(rows.map(({ tx_id: txId }) => txId));
  expect(transactions.size).toBeLessThanOrEqual(2);
  for (const { txHashes } of done) {
    expect(txHashes).toHaveLength(1);
    expect(transactions.has(txHashes[0] ?? '')).toBe(true);
  }
  const each = rows.reduce((sum, row) => sum + row.gas_cost, 0n) / BigInt(orders);
  // 69 satoshi beside 218 of a payment alone, at one satoshi a virtual byte.
  expect(each * 10n).toBeLessThan((single?.gas_cost ?? 0n) * 4n);
  expect(await system.books.audit()).toEqual([]);
});
