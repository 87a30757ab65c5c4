import type { StoredRequest } from '@portage/settlement';
import { expect, it } from 'vitest';
import type { RequestFollower } from '../status/createRequestFeeds.js';
import { followRequests } from './followRequests.js';

/** Subscription of a store with so many changed requests. */
function followed(count: number) {
  const told: string[] = [];
  const missed: string[] = [];
  let follower: RequestFollower | undefined;
  const subscription = followRequests(
    { users: ['alice'] },
    {
      store: {
        getRequests: ({ limit, continuation = '0' }) => {
          const first = Number(continuation);
          const requests = Array.from({ length: Math.min(limit, count - first) }, (_, index) => {
            // Nothing else of a request is looked at.
            return { id: String(first + index), version: 1 } as StoredRequest;
          });
          const next = first + limit < count ? String(first + limit) : undefined;
          return Promise.resolve({ requests, continuation: next });
        },
      },
      feeds: {
        follow: (_, follows) => {
          follower = follows;
          return () => undefined;
        },
      },
    },
    {
      cursor: { since: 1_700_000_000_000, version: 0 },
      update: ({ id }) => told.push(id),
      drained: () => Promise.resolve(),
      end: () => undefined,
      miss: () => missed.push('miss'),
    },
  );
  const tell = (id: string, version: number): void => {
    follower?.tell({ id, version } as StoredRequest);
  };
  return { told, missed, subscription, tell };
}

it('WS18: a reader that is too far behind is sent to the list (websocket#resume-max)', async () => {
  const near = followed(1_000);
  await near.subscription.begin();
  expect(near.told).toHaveLength(1_000);
  await expect(followed(1_001).subscription.begin()).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
    details: [{ path: 'cursor' }],
  });
});

it('WS19: what happens while a reader catches up is told behind it, and once', async () => {
  const { told, tell, subscription } = followed(3);
  tell('1', 1);
  tell('2', 2);
  tell('7', 1);
  await subscription.begin();
  tell('8', 1);
  expect(told).toEqual(['0', '1', '2', '2', '7', '8']);
});

it('WS20: a reader for whom more waits than is kept is told that it misses some', () => {
  const { missed, tell } = followed(3);
  for (let count = 0; count <= 1_000; count += 1) tell(String(count), 1);
  expect(missed).toEqual(['miss']);
});
