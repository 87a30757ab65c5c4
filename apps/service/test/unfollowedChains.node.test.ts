import { createTestDatabases } from '@portage/database/testing';
import { followLease } from '@portage/indexer';
import { afterAll, expect, test } from 'vitest';
import { watchUnfollowedChains } from '../src/restrictions/watchUnfollowedChains.js';

const databases = createTestDatabases();
afterAll(() => databases.close());

const [followed, left, never] = [{ id: 1 }, { id: 2 }, { id: 3 }];

test('a chain is closed a minute after its last worker went, or after the start where it never had one', async () => {
  const database = await databases.open();
  const { leases } = database;
  for (const { id } of [followed, left]) await leases.acquire(followLease(id), 'worker', 300);
  // A worker's payments are leases of other names.
  await leases.acquire('spend:3:solver', 'worker', 300);
  let elapsed = 0;
  let poll = (): void => undefined;
  const reasonOf = await watchUnfollowedChains({
    leases,
    clock: { elapsed: () => elapsed, every: (_, work) => void (poll = work) },
    log: () => undefined,
    signal: new AbortController().signal,
  });
  const seen = (): readonly (string | undefined)[] => [followed, left, never].map(reasonOf);
  const unfollowed = 'No worker follows the chain.';
  /** The lease of a chain, as it is after so many more seconds without a renewal. */
  const wait = (chainId: number, seconds: number): Promise<unknown> =>
    database.query(
      'update leases set expires_at = expires_at - make_interval(secs => $2) where name = $1',
      [followLease(chainId), seconds],
    );
  elapsed = 60_000;
  expect(seen()).toEqual([undefined, undefined, undefined]);
  elapsed = 60_001;
  expect(seen()).toEqual([undefined, undefined, unfollowed]);
  await wait(left.id, 361);
  poll();
  await expect.poll(seen).toEqual([undefined, unfollowed, unfollowed]);
  for (const { id } of [left, never]) await leases.acquire(followLease(id), 'another worker', 5);
  poll();
  await expect.poll(seen).toEqual([undefined, undefined, undefined]);
});
