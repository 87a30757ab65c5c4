import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestEvent } from '@portage/core';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import { newRequest, testId } from '../../../test/newRequest.js';
import { hashBytes } from '../../kit/hashId.js';
import { changeRequests } from '../../orders/requests/changeRequests.js';
import { createWebhookQueue, type DueDelivery, type WebhookQueue } from './createWebhookQueue.js';
import { webhookEvents } from './webhook.js';

const owner = 'key_0123456789abcdef';
const id = 'wh_0123456789abcdef';
const webhook = { owner, id };
const orderId = testId('order', 1);

/** Something to wait for, and what ends the wait. */
function createGate(): readonly [Promise<void>, () => void] {
  let open: () => void = () => undefined;
  return [
    new Promise((resolve) => (open = resolve)),
    () => {
      open();
    },
  ];
}

describe.each(testServerKinds)('webhooks on the %s server', (kind) => {
  const databases = createTestDatabases({ kind, unaudited: 'payments are written by hand' });
  let store: TestSettlement;

  const subscribe = (events: typeof webhookEvents | ['transfer'] = webhookEvents) =>
    store.webhooks.create(
      { ...webhook, url: 'https://shop.example', events: [...events], secret: 's' },
      20,
    );
  const change = (events: readonly RequestEvent[], order = orderId): Promise<void> =>
    store.transaction((tx) => changeRequests(tx, store.hub, [{ orderId: order, events }], [order]));
  const due = (
    now = Date.now(),
    sending: readonly number[] = [],
  ): Promise<readonly DueDelivery[]> =>
    store.webhooks.queue.due({ now, sending, perWebhookMax: 4 });
  const record = (
    delivery: DueDelivery,
    state: 'pending' | 'delivered' | 'parked',
    dueAt?: number,
  ): Promise<void> =>
    store.webhooks.queue.record({ id: delivery.id, now: Date.now(), state, dueAt });
  const fill = (order = orderId): Promise<unknown> =>
    store.query(
      `insert into fills (chain_id, tx_id, ordinal, height, block_hash, order_id, solver, recipient, currency, amount, matched)
        values (10, '0xf1', 0, 7, '0xb', $1, 's', 'r', '0xusdc', 12, true)`,
      [hashBytes(order)],
    );

  afterAll(() => databases.close());
  beforeEach(async () => {
    store = await openTestSettlement(databases);
    await Promise.all(
      [1, 2].map((number) => store.saveRequest(newRequest(number, { apiKeyId: owner }))),
    );
  });

  it('PU1: an event is written in the transaction of the change, or not at all (webhooks#durable)', async () => {
    await subscribe();
    await expect(
      store.transaction(async (tx) => {
        await changeRequests(tx, store.hub, [{ orderId, events: ['depositSeen'] }], [orderId]);
        throw new Error('the change fails');
      }),
    ).rejects.toThrow('the change fails');
    expect(await due()).toEqual([]);
    await change(['depositSeen']);
    expect(await due()).toMatchObject([
      {
        event: 'request.status.updated',
        requestId: testId('request', 1),
        content: { status: 'pending', version: 1 },
        request: { orderId, originChainId: 8453 },
        url: 'https://shop.example',
        secrets: ['s'],
      },
    ]);
  });

  it('PU2: nothing is written for requests of other owners, or without subscriptions', async () => {
    await change(['depositSeen']);
    await subscribe();
    await store.saveRequest(newRequest(3, { apiKeyId: 'key_00000000000000ff' }));
    await store.saveRequest(newRequest(4));
    await change(['depositSeen'], testId('order', 3));
    await change(['depositSeen'], testId('order', 4));
    expect(await due()).toEqual([]);
    expect(await store.query('select 1 from webhook_deliveries')).toEqual([]);
  });

  it('PU3: events of a request come one after the other, those of others meanwhile (webhooks#in-order)', async () => {
    await subscribe();
    await change(['depositSeen']);
    await change(['fillSent']);
    await change(['depositSeen'], testId('order', 2));
    const [first, other, ...rest] = await due();
    expect(rest).toEqual([]);
    expect([first!.requestId, other!.requestId]).toEqual([
      testId('request', 1),
      testId('request', 2),
    ]);
    // While it waits for its next attempt, what came later of the same request waits behind it.
    await record(first!, 'pending', Date.now() + 60_000);
    await record(other!, 'delivered');
    expect(await due()).toEqual([]);
    const [again] = await due(Date.now() + 120_000);
    expect([again!.id, again!.messageId]).toEqual([first!.id, first!.messageId]);
    await record(again!, 'delivered');
    expect(await due()).toMatchObject([{ content: { status: 'submitted' } }]);
  });

  it('PU4: payments are told before the status that they cause, and once more by a reorg (webhooks#event-transfer, webhooks#event-reverted)', async () => {
    await subscribe();
    await change(['depositSeen']);
    await record((await due())[0]!, 'delivered');
    await store.transaction(async (tx) => {
      await tx.query(
        `insert into fills (chain_id, tx_id, ordinal, height, block_hash, order_id, solver, recipient, currency, amount, matched)
          values (10, '0xf1', 0, 7, '0xb', $1, 's', 'r', '0xusdc', 12, true)`,
        [hashBytes(orderId)],
      );
      await changeRequests(tx, store.hub, [
        { orderId, events: ['fillConfirmed'], outTxIds: ['0xf1'] },
      ]);
    });
    const [transfer] = await due();
    expect(transfer).toMatchObject({
      event: 'transfer',
      content: { role: 'fill', chainId: 10, txId: '0xf1', amount: '12', isReverted: false },
    });
    await record(transfer!, 'delivered');
    expect(await due()).toMatchObject([{ content: { status: 'success', outTxIds: ['0xf1'] } }]);
    await store.query(`update fills set state = 'reorged'`);
    await record((await due())[0]!, 'delivered');
    expect(await due()).toMatchObject([{ content: { txId: '0xf1', isReverted: true } }]);
  });

  it('PU5: a subscription gets the events alone that it asked for', async () => {
    await subscribe(['transfer']);
    await change(['depositSeen']);
    await fill();
    const [delivery, ...others] = await due();
    expect([delivery!.event, others]).toEqual(['transfer', []]);
  });

  it('PU6: what waits while it is paused is sent when it is resumed (webhooks#paused)', async () => {
    await subscribe();
    await store.webhooks.change(webhook, { state: 'paused' });
    await change(['depositSeen']);
    expect(await due()).toEqual([]);
    expect(await store.webhooks.find(webhook)).toMatchObject({ state: 'paused', pending: 1 });
    await store.webhooks.change(webhook, { state: 'active' });
    expect(await due()).toHaveLength(1);
  });

  it('PU7: where nothing gets through it is parked, and resumed with all that waited (webhooks#parked-webhook)', async () => {
    await subscribe();
    await change(['depositSeen']);
    await record((await due())[0]!, 'parked');
    expect(await store.webhooks.find(webhook)).toMatchObject({ state: 'parked', parked: 1 });
    await change(['fillSent']);
    expect(await due()).toEqual([]);
    await store.webhooks.change(webhook, { state: 'active' });
    expect(await due()).toMatchObject([{ content: { status: 'pending' }, attempts: 0 }]);
  });

  it('PU8: one event that is refused for a day parks itself where others got through (webhooks#parked-delivery)', async () => {
    await subscribe();
    await change(['depositSeen']);
    await change(['depositSeen'], testId('order', 2));
    const [poison, other] = await due();
    await record(poison!, 'pending', Date.now());
    await record(other!, 'delivered');
    await record(poison!, 'parked');
    expect(await store.webhooks.find(webhook)).toMatchObject({ state: 'active', parked: 1 });
    // Later events of its request wait behind it; those of the other request are sent.
    await change(['fillSent']);
    await change(['fillSent'], testId('order', 2));
    expect(await due(Date.now() + 60_000)).toMatchObject([
      { requestId: testId('request', 2), content: { status: 'submitted' } },
    ]);
  });

  it('PU9: a replay sends the events of a time again, in order and under their ids', async () => {
    await subscribe();
    await change(['depositSeen']);
    const [first] = await due();
    await record(first!, 'delivered');
    await change(['fillSent']);
    await record((await due())[0]!, 'delivered');
    const to = Date.now() + 60_000;
    expect(await store.webhooks.replay(webhook, { from: to, to })).toBe(0);
    expect(await store.webhooks.replay({ owner: 'other', id }, { from: 0, to })).toBe(0);
    expect(await store.webhooks.replay(webhook, { from: 0, to })).toBe(2);
    expect(await due()).toMatchObject([{ id: first!.id, messageId: first!.messageId }]);
  });

  it('PU10: two secrets sign until the time of the former is over', async () => {
    await subscribe();
    await change(['depositSeen']);
    const previousUntil = Date.now() + 60_000;
    await store.webhooks.rotate(webhook, { secret: 'new', previousUntil });
    expect((await due())[0]!.secrets).toEqual(['new', 's']);
    expect((await due(previousUntil + 1))[0]!.secrets).toEqual(['new']);
  });

  it('PU11: an owner sees and changes its own alone', async () => {
    await subscribe();
    const stranger = { owner: 'other', id };
    expect(await store.webhooks.list('other')).toEqual([]);
    expect(await store.webhooks.find(stranger)).toBeUndefined();
    expect(await store.webhooks.change(stranger, { state: 'paused' })).toBeUndefined();
    expect(
      await store.webhooks.rotate(stranger, { secret: 'x', previousUntil: 0 }),
    ).toBeUndefined();
    expect(await store.webhooks.test(stranger)).toBeUndefined();
    expect(await store.webhooks.deliveries(stranger, { limit: 5 })).toEqual([]);
    expect(await store.webhooks.remove(stranger)).toBe(false);
    expect(await store.webhooks.list(owner)).toMatchObject([{ state: 'active', pending: 0 }]);
    expect(await store.webhooks.remove(webhook)).toBe(true);
    expect(await store.webhooks.list(owner)).toEqual([]);
  });

  it('PU12: deliveries are listed newest first, told of at once, and forgotten in the end (webhooks#kept)', async () => {
    await subscribe();
    let told = 0;
    store.webhooks.queue.onAdded(() => (told += 1));
    await store.webhooks.test(webhook);
    await expect.poll(() => told).toBeGreaterThan(0);
    await change(['depositSeen']);
    const listed = await store.webhooks.deliveries(webhook, { limit: 5 });
    expect(listed.map(({ event }) => event)).toEqual(['request.status.updated', 'webhook.test']);
    const older = { limit: 5, before: listed[0]!.id };
    expect(await store.webhooks.deliveries(webhook, older)).toHaveLength(1);
    expect(await store.webhooks.queue.nextDueAt(-1)).toBe(0);
    await store.webhooks.queue.forget(Date.now() + 60_000);
    expect(await store.webhooks.deliveries(webhook, { limit: 5 })).toEqual([]);
    expect(await store.webhooks.queue.nextDueAt(-1)).toBeUndefined();
  });

  /** Looks into an index of deliveries that a read takes, by the counters of its transaction. */
  const looksOf = (read: (queue: WebhookQueue) => Promise<unknown>): Promise<number> =>
    store.transaction(async (tx) => {
      const count = async (): Promise<number> => {
        const [row] = await tx.query<{ looks: number }>(
          `select idx_scan::float8 as looks from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`,
        );
        return row?.looks ?? 0;
      };
      const before = await count();
      await read(createWebhookQueue(tx));
      return (await count()) - before;
    });

  /** Writes events of many requests for a subscription, so many of each. */
  const write = (requests: number, events: number): Promise<unknown> =>
    store.query(
      `insert into webhook_deliveries (webhook_id, event, order_id, content)
         select '${id}', 'transfer', sha256(r::text::bytea), '{}'
           from generate_series(1, $1::int) r, generate_series(1, $2::int) e order by r, e`,
      [requests, events],
    );

  it('PU30: what waits for a receiver that is down makes no look for another one longer (webhooks#slow)', async () => {
    await subscribe();
    await write(40, 4);
    // Its receiver takes nothing: each request's first event has failed, and one is given up.
    const later = Date.now() + 3_600_000;
    for (let tried = 0; tried < 40; tried += 1)
      await record((await due())[0]!, tried === 39 ? 'parked' : 'pending', later);
    const other = { owner: 'other', id: 'wh_ffffffffffffffff', url: 'https://other.example' };
    await store.webhooks.create({ ...other, events: ['transfer'], secret: 's' }, 20);
    await store.query(`update webhooks set state = 'active'`);
    expect(await due()).toEqual([]);
    const query = { now: Date.now(), sending: [], perWebhookMax: 4 };
    expect(await looksOf((queue) => queue.due(query))).toBeLessThan(10);
    expect(await looksOf((queue) => queue.nextDueAt(Date.now()))).toBeLessThan(10);
    expect(await store.webhooks.queue.nextDueAt(Date.now())).toBe(later);
    // The hour is over: each request has its turn again, and what came later follows it.
    const [head] = await due(later + 1);
    await record(head!, 'delivered');
    expect(await due()).toMatchObject([{ id: head!.id + 1, attempts: 0 }]);
  });

  it('PU31: subscriptions that are told everything are not looked at (webhooks#slow)', async () => {
    await store.query(
      `insert into webhooks (id, owner, url, events, secret)
         select 'wh_' || number, 'owner ' || number, 'https://shop.example', '{transfer}', 's' from generate_series(1, 200) number`,
    );
    await subscribe();
    await change(['depositSeen']);
    const query = { now: Date.now(), sending: [], perWebhookMax: 4 };
    expect(await looksOf((queue) => queue.due(query))).toBeLessThan(10);
    expect(await looksOf((queue) => queue.nextDueAt(Date.now()))).toBeLessThan(10);
    expect(await due()).toHaveLength(1);
  });

  it('PU32: a change and the outcome of a delivery that wait for each other are both written', async () => {
    await subscribe();
    await change(['depositSeen']);
    const [delivery] = await due();
    const isWaiting = async (): Promise<boolean> => {
      const [row] = await store.query<{ waits: boolean }>(
        `select exists (select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()) as waits`,
      );
      return row?.waits === true;
    };
    const [locked, tellLocked] = createGate();
    const [gone, goOn] = createGate();
    const recorded = store.transaction(async (tx) => {
      await tx.query('update webhook_deliveries set attempts = 1 where id = $1', [delivery!.id]);
      tellLocked();
      await gone;
      await tx.query('update webhooks set fault = $2 where id = $1', [id, 'it failed']);
    });
    await locked;
    const changed = store.webhooks.change(webhook, { state: 'active', url: 'https://new.example' });
    while (!(await isWaiting()));
    goOn();
    await Promise.all([recorded, changed]);
    expect(await store.webhooks.list(owner)).toMatchObject([{ url: 'https://new.example' }]);
  });
});
