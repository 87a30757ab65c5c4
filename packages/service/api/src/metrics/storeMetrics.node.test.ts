import { createChains } from '@portage/core/chain';
import {
  haltChain,
  tripBreaker,
  hashBytes,
  openTestSettlement,
  type TestSettlement,
} from '@portage/settlement/testing';
import { createFakeChain, fakeAddress, fakeNative } from '@portage/testing';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMetrics } from './createMetrics.js';

const databases = createTestDatabases({
  planted: {
    'INV-C7': 'balances are written without their postings',
    'INV-O7': 'a success is written without its fill',
  },
});
let store: TestSettlement;
beforeAll(async () => {
  store = await openTestSettlement(databases);
});
afterAll(() => databases.close());

test('tells what the database holds, and asks it no more often than it must', async () => {
  const statuses = ['waiting', 'waiting', 'pending', 'submitted', 'submitted', 'success', 'refund'];
  for (const [index, status] of statuses.entries()) {
    const id = hashBytes(`0x${index.toString(16).padStart(64, '0')}`);
    await store.transaction(async (tx) => {
      await tx.query(
        `insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, quote, fill_by) values ($1, $1, 1, 2, 'a', 'b', '{}', now())`,
        [id],
      );
      await tx.query(
        `insert into request_states (order_id, request_id, status, created_at, updated_at) values ($1, $1, $2, now(), now() - interval '2 minutes')`,
        [id, status],
      );
    });
  }
  await store.query(
    `insert into outbox (chain_id, tx_id, sender, sequence, purpose, raw, state) values (1, 'a', 's', 1, 'cancel', '\\x01', 'sent'), (1, 'b', 's', 2, 'cancel', '\\x01', 'stored'), (1, 'c', 's', 3, 'cancel', '\\x01', 'mined')`,
  );
  await store.query(
    `with paid as (
       insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount)
         values (1, '0xpaid', 0, 1, 'hash', sha256('order'), 'depositor', 'payer', 'usdc', 1) returning chain_id, tx_id, ordinal
     )
     insert into jobs (kind, order_id, leg, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, run_at, locked_until)
       select 'fill', sha256(t.name), 'main', paid.*, 1, t.run_at, t.locked_until
         from paid, (values ('due'::bytea, now() - interval '1 hour', null::timestamptz), ('later', now() + interval '1 hour', null),
           ('now', now(), now() + interval '1 minute')) as t (name, run_at, locked_until)`,
  );
  // Put off again and again: due later, and waiting all the same.
  await store.query(
    `insert into jobs (kind, order_id, leg, deposit_chain_id, deposit_tx_id, deposit_ordinal, amount, run_at)
       values ('refund', sha256('put off'), 'main', 1, '0xpaid', 0, 1, now() - interval '2 hours')`,
  );
  const [putOff] = await store.query<{ id: number }>(`select id from jobs where kind = 'refund'`);
  for (const error of ['no inventory', 'still none'])
    await store.jobs.retry([putOff?.id ?? 0], { delayMs: 60_000, error });
  await store.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id) values (sha256('call'), 'permit', 'relay', '{}', 1)`,
  );
  await store.query(
    `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state, gas_cost, stored_at)
       select 1, t.id, 's', t.sequence, sha256('call'), 'permit', 'relay', '\\x01', t.state, 12, t.at
         from (values ('d', 4, 'reverted', now()), ('e', 5, 'mined', now()), ('f', 6, 'reverted', now() - interval '2 hours')) as t (id, sequence, state, at)`,
  );
  await haltChain(store, 1, '5 usdc are missing');
  await tripBreaker(store, { chainId: 10, kind: 'quotes', reason: 'fills fail' });
  await store.chains.setAssetFaults(
    { chainId: 1, kind: 'missing' },
    new Map([[fakeAddress('usdc'), '5']]),
  );
  await store.query(
    `insert into inventory (chain_id, sender, currency, balance) values (1, 's', 'usdc', 1), (2, 's', 'usdc', 1)`,
  );
  await store.query(
    `insert into balance_counts (chain_id, account, currency, balance, books, height, counted_at) values (1, 'depository', $1, 3, 5, 1, to_timestamp(1234))`,
    [fakeAddress('usdc')],
  );
  // Two ETH and 10 USDC of capital: 1.5 ETH are left, 700 USDC were earned and 10 are lost.
  const eth = 10n ** 18n;
  const [usdc, native] = [`1:${fakeAddress('usdc')}`, `1:${fakeNative}`];
  await store.query(
    `insert into ledger_balances (account, asset, balance) select * from unnest($1::text[], $2::text[], $3::numeric[])`,
    [
      [
        'inventory:s',
        'capital',
        'inventory:s',
        'capital',
        'solver:s',
        'pnl',
        'escrow:o',
        'solver:s',
      ],
      [native, native, usdc, usdc, usdc, usdc, usdc, 'usd'],
      [
        (eth * 3n) / 2n,
        -2n * eth,
        10_000_000n,
        -10_000_000n,
        700_000_000n,
        -10_000_000n,
        5n,
        40_000n,
      ],
    ],
  );
  let time = 1_000_000;
  let queries = 0;
  const counting: Pick<TestSettlement, 'query' | 'ledger'> = {
    ledger: store.ledger,
    query: (...call) => ((queries += 1), store.query(...call)),
  };
  const metrics = createMetrics({
    chains: createChains([createFakeChain({ id: 1, slug: 'one' }).chain]),
    prices: {
      price: (id) => ({
        value: { usdE12: (id === 'eth' ? 2_000n : 1n) * 10n ** 12n },
        observedAt: time,
      }),
    },
    version: '1.2.3',
    store: counting,
    streams: () => 0,
    now: () => time,
    onError: (error) => expect.unreachable(String(error)),
  });
  const read = async (): Promise<readonly string[]> =>
    (await metrics.text())
      .split('\n')
      .filter((line) =>
        /^portage_(requests|outbox|jobs|job_overdue|ledger|request_stranded|burned_gas|chain_halted|chain_limited|asset_fault|profit|refunds|balances_compared|vault_difference|outbox_sent_age)/.test(
          line,
        ),
      );
  await read();
  // Slow metrics are read in the background; this waits for them.
  await expect.poll(read).toContain('portage_ledger_audit_timestamp_seconds 1000');
  const first = await read();
  const timed = /^portage_(job_overdue|outbox_sent_age|request_stranded)/;
  expect(first.filter((line) => !timed.test(line))).toEqual([
    'portage_requests{status="depositing"} 0',
    'portage_requests{status="pending"} 1',
    'portage_requests{status="submitted"} 2',
    'portage_requests{status="success"} 1',
    'portage_requests{status="refund"} 1',
    'portage_requests{status="failure"} 0',
    'portage_outbox{chain="one",state="sent"} 1',
    'portage_outbox{chain="one",state="stored"} 1',
    'portage_jobs{kind="fill",state="due"} 1',
    'portage_jobs{kind="fill",state="running"} 1',
    'portage_jobs{kind="fill",state="scheduled"} 1',
    'portage_jobs{kind="refund",state="scheduled"} 1',
    'portage_vault_difference{chain="one",currency="usdc"} -2',
    'portage_balances_compared_timestamp_seconds{chain="one"} 1234',
    'portage_balances_compared_timestamp_seconds{chain="2"} 0',
    'portage_burned_gas{chain="one"} 12',
    'portage_chain_halted{chain="one",reason="5 usdc are missing"} 1',
    'portage_chain_limited{chain="10",kind="quotes",reason="fills fail"} 1',
    'portage_asset_fault{chain="one",currency="usdc",kind="missing"} 1',
    'portage_refunds{reason="N/A"} 1',
    // A success without a fill and without a payment of ours breaks two rules of the audit.
    'portage_ledger_audit_violations 10',
    'portage_ledger_audit_timestamp_seconds 1000',
    'portage_profit{chain="one",currency="eth"} -0.5',
    'portage_profit{chain="one",currency="usdc"} 690',
    'portage_profit_usd{chain="sponsors"} 0.04',
    'portage_profit_usd{chain="one"} -310',
  ]);
  // Paid, and neither a job nor a transaction of theirs.
  const stranded = first.find((line) => line.startsWith('portage_request_stranded_seconds'));
  expect(Number(stranded?.split(' ')[1])).toBeGreaterThanOrEqual(120);
  const overdue = (kind: string): number => {
    const line = first.find((each) =>
      each.startsWith(`portage_job_overdue_seconds{kind="${kind}"}`),
    );
    return Number(line?.split(' ')[1]);
  };
  expect(overdue('fill')).toBeGreaterThanOrEqual(3_600);
  expect(overdue('fill')).toBeLessThan(3_700);
  expect(overdue('refund')).toBeGreaterThanOrEqual(7_200);
  expect(queries).toBe(13);
  time += 10_000;
  await read();
  expect(queries).toBe(25);
});
