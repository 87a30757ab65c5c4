import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases, testServerKinds } from '@portage/database/testing';
import type { NewJob } from './createJobs.js';
import { testId } from '../../../test/newRequest.js';
import { openSettlement } from '../../../test/openSettlement.js';

const lease = { limit: 10, leaseSeconds: 30 };
const deposit = { chainId: 10, txId: '0xpaid', ordinal: 0 };
const payout = { leg: 'main', deposit, amount: 1n } as const;

function fills(count: number): NewJob[] {
  return Array.from({ length: count }, (_, index) => ({
    kind: 'fill',
    orderId: testId('order', index),
    leg: 'main',
    chainId: 10,
    deposit,
    amount: BigInt(index),
  }));
}

describe.each(testServerKinds)('jobs on the %s server', (kind) => {
  const databases = createTestDatabases({ kind });
  let store: TestSettlement;

  afterAll(() => databases.close());
  beforeEach(async () => {
    store = await openTestSettlement(databases);
    await store.query(
      `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount)
       values (10, '0xpaid', 0, 1, 'hash', sha256('order'), 'depositor', 'payer', 'usdc', 1)`,
    );
  });

  const add = (jobs: readonly NewJob[]) => store.transaction((tx) => store.jobs.add(tx, jobs));

  it('gives each job to one of many workers', async () => {
    await add(fills(500));
    const taken: number[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async (_, worker) => {
        for (;;) {
          const jobs = await store.jobs.take({
            kind: 'fill',
            worker: String(worker),
            limit: 7,
            leaseSeconds: 30,
          });
          if (jobs.length === 0) return;
          taken.push(...jobs.map((job) => job.id));
        }
      }),
    );
    expect(taken).toHaveLength(500);
    expect(new Set(taken).size).toBe(500);
  });

  it('gives back what was added, for its kind and chain alone', async () => {
    const refunded = testId('order', 8);
    const elsewhere = testId('order', 9);
    await add([
      ...fills(2),
      { ...payout, kind: 'refund', orderId: refunded },
      { ...payout, kind: 'fill', orderId: elsewhere, chainId: 8453 },
    ]);
    const jobs = await store.jobs.take({ kind: 'fill', chainId: 10, worker: 'a', ...lease });
    expect(jobs).toEqual([
      {
        id: jobs[0]?.id,
        kind: 'fill',
        orderId: testId('order', 0),
        leg: 'main',
        chainId: 10,
        deposit,
        attempts: 1,
      },
      {
        id: jobs[1]?.id,
        kind: 'fill',
        orderId: testId('order', 1),
        leg: 'main',
        chainId: 10,
        deposit,
        attempts: 1,
      },
    ]);
    expect(await store.jobs.take({ kind: 'refund', worker: 'a', ...lease })).toMatchObject([
      { chainId: undefined, orderId: refunded },
    ]);
    expect(await store.jobs.take({ kind: 'fill', worker: 'a', ...lease })).toMatchObject([
      { orderId: elsewhere },
    ]);
  });

  it('does what is asked for twice once, also when asked at the same time', async () => {
    await Promise.all(Array.from({ length: 10 }, () => add(fills(20))));
    expect(await store.query('select count(*)::int as count from jobs')).toEqual([{ count: 20 }]);
  });

  it('adds no payout without its deposit and amount, and no relay with one', async () => {
    const one = { orderId: testId('order', 1), chainId: 10 } as const;
    for (const job of [
      { ...one, kind: 'fill', leg: 'main', amount: 1n },
      { ...one, kind: 'refund', leg: 'main', deposit },
      { ...one, kind: 'relay', leg: 'pull', deposit },
    ] as const)
      await expect(add([job])).rejects.toMatchObject({ code: '23514' });
  });

  it('adds nothing when the transaction rolls back', async () => {
    await expect(
      store.transaction(async (tx) => {
        await store.jobs.add(tx, fills(1));
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await store.jobs.take({ kind: 'fill', worker: 'a', ...lease })).toEqual([]);
  });

  it('G4: gives a job to another worker only after the lease of the first has ended', async () => {
    await add(fills(1));
    expect(await store.jobs.take({ kind: 'fill', worker: 'a', ...lease })).toHaveLength(1);
    expect(await store.jobs.take({ kind: 'fill', worker: 'b', ...lease })).toEqual([]);
    await store.query(`update jobs set locked_until = locked_until - interval '31 seconds'`);
    expect(await store.jobs.take({ kind: 'fill', worker: 'b', ...lease })).toMatchObject([
      { attempts: 2 },
    ]);
  });

  it('forgets a job with the transaction that did its work', async () => {
    await add(fills(3));
    const [first, second] = await store.jobs.take({ kind: 'fill', worker: 'a', ...lease });
    await store.transaction((tx) => store.jobs.done(tx, [first!.id]));
    await store
      .transaction((tx) =>
        store.jobs.done(tx, [second!.id]).then(() => Promise.reject(new Error('no'))),
      )
      .catch(() => undefined);
    expect(await store.query('select order_id, amount from jobs order by id')).toEqual([
      { order_id: testId('order', 1), amount: 1n },
      { order_id: testId('order', 2), amount: 2n },
    ]);
  });

  it('gives a job back after a while', async () => {
    await add(fills(1));
    const [job] = await store.jobs.take({ kind: 'fill', worker: 'a', ...lease });
    await store.jobs.retry([job!.id], { delayMs: 30_000, error: 'the node does not answer' });
    expect(await store.jobs.take({ kind: 'fill', worker: 'a', ...lease })).toEqual([]);
    expect(await store.query('select last_error from jobs')).toEqual([
      { last_error: 'the node does not answer' },
    ]);
    await store.query(`update jobs set run_at = run_at - interval '31 seconds'`);
    expect(await store.jobs.take({ kind: 'fill', worker: 'a', ...lease })).toHaveLength(1);
  });

  it('leaves a job alone before its time', async () => {
    await add([{ ...payout, kind: 'fill', orderId: testId('order', 1), delayMs: 3_600_000 }]);
    expect(await store.jobs.take({ kind: 'fill', worker: 'a', ...lease })).toEqual([]);
  });

  it('wakes listeners of this process and of others', async () => {
    const other = await openSettlement({ databaseUrl: store.url });
    const woken = new Promise<void>(
      (resolve) => void other.jobs.onAdded({ kind: 'fill', chainId: 10 }, resolve),
    );
    let wakes = 0;
    const end = store.jobs.onAdded({ kind: 'fill' }, () => (wakes += 1));
    store.jobs.onAdded({ kind: 'refund' }, () => expect.unreachable());
    for (const one of [store, other])
      one.jobs.onAdded({ kind: 'fill', chainId: 11 }, () => expect.unreachable());
    await add(fills(3));
    expect(wakes).toBeGreaterThan(0);
    await woken;
    end();
    const before = wakes;
    await add([{ ...payout, kind: 'fill', orderId: testId('order', 9) }]);
    expect(wakes).toBe(before);
    await other.close();
  });
});
