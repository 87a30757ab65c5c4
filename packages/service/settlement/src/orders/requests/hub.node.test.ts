import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { beginAll } from '../../../test/beginAll.js';
import { newRequest, testId } from '../../../test/newRequest.js';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import type { StoredRequest } from './storedRequest.js';
import { changeRequests } from './changeRequests.js';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import { openSettlement } from '../../../test/openSettlement.js';

const id = testId('request', 1);

const orderId = testId('order', 1);

/** Moves requests on as the indexer does; each call is another change. */
async function change(
  store: TestSettlement,
  orderIds: readonly string[] = [orderId],
): Promise<StoredRequest | undefined> {
  const txId = randomUUID();
  await store.transaction((tx) =>
    changeRequests(
      tx,
      store.hub,
      orderIds.map((order) => ({ orderId: order, events: ['depositSeen'], inTxIds: [txId] })),
    ),
  );
  return store.getRequest(id);
}

describe.each(testServerKinds)('hub on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let writer: TestSettlement;
  let reader: TestSettlement;

  afterAll(() => databases.close());
  beforeEach(async () => {
    writer = await openTestSettlement(databases);
    reader = await openSettlement({ databaseUrl: writer.url });
    await beginAll(writer, [newRequest(1)]);
    return () => reader.close();
  });

  it('brings a change to a reader of the same process at once and only once', async () => {
    const seen: number[] = [];
    writer.hub.subscribe(id, ({ version }) => seen.push(version));
    await change(writer);
    expect(seen).toEqual([1]);
    await change(writer);
    expect(seen).toEqual([1, 2]);
    // The notifications of both come back to this process as well, before that of another process.
    await change(reader);
    await expect.poll(() => seen.length).toBeGreaterThan(2);
    expect(seen).toEqual([1, 2, 3]);
  });

  it('brings a change to a reader of another process', async () => {
    const seen: StoredRequest[] = [];
    reader.hub.subscribe(id, (request) => seen.push(request));
    const changed = await change(writer);
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([changed]);
  });

  it('tells whoever asks of every change, of this process and of others', async () => {
    const told: string[] = [];
    for (const { hub } of [writer, reader]) hub.onChange((ids) => told.push(...ids));
    await change(writer);
    await expect.poll(() => told.length).toBe(2);
    expect(told).toEqual([id, id]);
  });

  it('says nothing of a transaction that rolled back', async () => {
    const seen: number[] = [];
    writer.hub.subscribe(id, ({ version }) => seen.push(version));
    reader.hub.subscribe(id, ({ version }) => seen.push(version));
    const failing = writer.transaction(async (tx) => {
      await changeRequests(tx, writer.hub, [{ orderId, events: ['depositSeen'] }]);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await change(writer);
    await expect.poll(() => seen.length).toBe(2);
    expect(seen).toEqual([1, 1]);
  });

  it('shows only rising versions, whatever order they are told in', async () => {
    const request = await writer.getRequest(id);
    const seen: number[] = [];
    writer.hub.subscribe(id, ({ version }) => seen.push(version));
    for (const version of [2, 1, 2, 5, 4, 6]) writer.hub.announce([{ ...request!, version }]);
    expect(seen).toEqual([2, 5, 6]);
  });

  it('stops calling after the end of a subscription', async () => {
    const first: number[] = [];
    const second: number[] = [];
    const end = writer.hub.subscribe(id, ({ version }) => first.push(version));
    writer.hub.subscribe(id, ({ version }) => second.push(version));
    await change(writer);
    end();
    end();
    await change(writer);
    expect(first).toEqual([1]);
    expect(second).toEqual([1, 2]);
  });

  it('tells about a thousand requests in one transaction', async () => {
    const numbers = Array.from({ length: 1_000 }, (_, index) => index + 10);
    await beginAll(
      writer,
      numbers.map((number) => newRequest(number)),
    );
    const seen = new Set<string>();
    for (const number of numbers)
      reader.hub.subscribe(testId('request', number), (request) => seen.add(request.id));
    await change(
      writer,
      numbers.map((number) => testId('order', number)),
    );
    await expect.poll(() => seen.size).toBe(1_000);
  });

  it('catches up with what was told while its connection was broken', async () => {
    const seen: number[] = [];
    reader.hub.subscribe(id, ({ version }) => seen.push(version));
    const ended = await writer.query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity where application_name = 'portage listener' and datname = current_database()`,
    );
    expect(ended).toEqual([{ ended: true }, { ended: true }]);
    await change(writer);
    await expect.poll(() => seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([1]);
    await change(writer);
    await expect.poll(() => seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([1, 2]);
  });
});
