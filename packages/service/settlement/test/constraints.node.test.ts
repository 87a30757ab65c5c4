import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { hashBytes, openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';

describe.each(testServerKinds)('constraints on the %s server', (kind) => {
  const databases = createTestDatabases({
    kind,
    planted: { 'INV-O3': 'transactions are written without their deposits' },
  });
  let store: TestSettlement;

  afterAll(() => databases.close());
  beforeEach(async () => {
    store = await openTestSettlement(databases);
    await store.query(
      `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount)
       values (10, '0xpaid', 0, 1, 'hash', sha256('order'), 'depositor', 'payer', 'usdc', 1)`,
    );
  });

  const settlement = (order: string, leg: string, payment: string) =>
    store.query(
      `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal)
       values (sha256($1), $2, $3, '{}', 10, 10, '0xpaid', 0)`,
      [order, leg, payment],
    );
  const bytes = (txId: string, sequence: number, state: string) =>
    store.query(
      `insert into outbox (chain_id, tx_id, sender, sequence, order_id, leg, purpose, raw, state)
       values (10, $1, 'sender', $2, sha256('order'), 'main', 'fill', '\\x00', $3)`,
      [txId, sequence, state],
    );

  it('K2: gives an order one settlement, fill xor refund, also when both are decided at once', async () => {
    const results = await Promise.allSettled([
      settlement('order', 'main', 'fill'),
      settlement('order', 'main', 'refund'),
      settlement('order', 'main', 'fill'),
    ]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await settlement('order', 'excess', 'refund');
    await expect(settlement('order', 'second', 'fill')).rejects.toMatchObject({ code: '23514' });
  });

  it('lets a fill become a refund only when none of its bytes can land any more', async () => {
    await settlement('order', 'main', 'fill');
    await bytes('0x01', 1, 'sent');
    const become = () =>
      store.query(
        `update settlements set kind = 'refund' where order_id = sha256('order') and leg = 'main'`,
      );
    await expect(become()).rejects.toMatchObject({ code: 'P0004' });
    await store.query(`update outbox set state = 'reverted'`);
    await become();
    await expect(store.query(`update settlements set kind = 'fill'`)).rejects.toMatchObject({
      code: 'P0004',
    });
  });

  it('K7: lets one transaction of a sequence be mined', async () => {
    await settlement('order', 'main', 'fill');
    await bytes('0x01', 1, 'sent');
    await bytes('0x02', 1, 'sent');
    await bytes('0x03', 2, 'sent');
    await store.query(`update outbox set state = 'mined' where tx_id in ('0x01', '0x03')`);
    await expect(
      store.query(`update outbox set state = 'reverted' where tx_id = '0x02'`),
    ).rejects.toMatchObject({ code: '23505' });
  });

  it('settles no order without its deposit, and has no other work rest on one', async () => {
    const insert = (values: string) =>
      store.query(
        `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal)
         values (sha256('order'), ${values})`,
      );
    await expect(insert(`'main', 'fill', '{}', 10, null, null, null`)).rejects.toMatchObject({
      code: '23514',
    });
    await expect(insert(`'main', 'fill', '{}', 10, 10, '0xother', 0`)).rejects.toMatchObject({
      code: '23503',
    });
    await expect(insert(`'pull', 'relay', '{}', 10, 10, '0xpaid', 0`)).rejects.toMatchObject({
      code: '23514',
    });
    await insert(`'pull', 'relay', '{}', 10, null, null, null`);
  });

  it('stores no bytes without the settlement that they pay for', async () => {
    await expect(bytes('0x01', 1, 'stored')).rejects.toMatchObject({ code: '23503' });
  });

  it('promises no more inventory than there is', async () => {
    await store.query(
      `insert into inventory (chain_id, sender, currency, balance) values (10, 'sender', 'usdc', 100)`,
    );
    const hold = () => store.query(`update inventory set reserved = reserved + 60`);
    await hold();
    await expect(hold()).rejects.toMatchObject({ code: '23514' });
    await expect(store.query('update inventory set balance = 59')).rejects.toMatchObject({
      code: '23514',
    });
  });

  it('decides about a deposit once it is final, and only then', async () => {
    const deposit = (txId: string, state: string, outcome: string | null, amount = 1n) =>
      store.query(
        `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount, state, outcome)
         values (10, $1, 0, 1, 'hash', sha256('order'), 'depositor', 'payer', 'usdc', $4, $2, $3)`,
        [txId, state, outcome, amount],
      );
    await deposit('0x01', 'seen', null);
    await deposit('0x02', 'final', 'matched');
    await expect(deposit('0x01', 'seen', null)).rejects.toMatchObject({ code: '23505' });
    await expect(deposit('0x03', 'final', null)).rejects.toMatchObject({ code: '23514' });
    await expect(deposit('0x04', 'seen', 'matched')).rejects.toMatchObject({ code: '23514' });
    await expect(deposit('0x05', 'seen', null, 0n)).rejects.toMatchObject({ code: '23514' });
  });

  it('takes hashes in one form alone', async () => {
    const id = `0x${'a1'.repeat(32)}`;
    const take = (text: string) =>
      store.query('select $1::hash as id, hash_text($1) as text', [hashBytes(text)]);
    expect(await take(id)).toEqual([{ id, text: id }]);
    for (const other of [
      `0x${'A1'.repeat(32)}`,
      `0x${'a'.repeat(63)}`,
      `0x${'a'.repeat(65)}`,
      'a'.repeat(66),
      `0x${'g'.repeat(64)}`,
      `0x${'a'.repeat(63)}\n`,
      `0x${'a'.repeat(62)}é`,
      '',
    ])
      await expect(take(other)).rejects.toMatchObject({ code: '23514' });
  });

  it('holds each id as a hash', async () => {
    const columns = await store.query<{ name: string; type: string | null }>(
      `select table_name || '.' || column_name as name, domain_name as type from information_schema.columns
         where table_schema = 'public' and table_name not like 'quotes\\_%' and (column_name ~ '(^|_)(order|request|swap)_id$'
           or column_name ~ 'supersedes$' or (column_name = 'id' and table_name in ('requests', 'orders', 'current_requests', 'waiting_quotes')))
         order by name`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'address_payments.order_id',
      'archived_orders.order_id',
      'archived_orders.request_id',
      'burned_gas.order_id',
      'current_requests.id',
      'current_requests.order_id',
      'deposit_addresses.order_id',
      'deposits.order_id',
      'ended_requests.order_id',
      'failed_collections.order_id',
      'fast_fills.order_id',
      'fills.order_id',
      'jobs.order_id',
      'outbox.order_id',
      'permit_signatures.order_id',
      'quotes.order_id',
      'quotes.request_id',
      'reclaims.order_id',
      'releases.order_id',
      'request_states.order_id',
      'request_states.request_id',
      'request_states.supersedes',
      'requests.id',
      'requests.order_id',
      'requotes.address_order_id',
      'requotes.order_id',
      'settlement_changes.order_id',
      'settlements.order_id',
      'sponsored_topups.order_id',
      'swaps.swap_id',
      'waiting_quotes.id',
      'waiting_quotes.order_id',
      'webhook_deliveries.order_id',
    ]);
    expect(columns.filter(({ type }) => type !== 'hash')).toEqual([]);
  });
});
