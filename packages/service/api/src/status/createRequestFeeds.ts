import type { Settlement, StoredRequest } from '@portage/settlement';

/** Requests read at once. */
const readMax = 500;

/** Changed requests that wait to be read; beyond it followers are notified that they miss some. */
const waitingMax = 10_000;

/** Requests whose told version is remembered. */
const rememberedMax = 10_000;

/** Requests to follow: of any of these accounts, or of an API key. */
export interface RequestFilter {
  /** Accounts in their canonical form: payers, recipients or deposit addresses. */
  readonly users?: readonly string[] | undefined;
  /** Public id of an API key. */
  readonly apiKeyId?: string | undefined;
}

/** Follower of requests. Neither function may throw. */
export interface RequestFollower {
  readonly tell: (request: StoredRequest) => void;
  /** Changes may have been missed: a follower that wants all of them reads what is there. */
  readonly miss: () => void;
}

/** Changes of all requests of an account or a key. */
export interface RequestFeeds {
  /** Tells a follower of every change from now on, until the returned function is called. */
  follow(filter: RequestFilter, follower: RequestFollower): () => void;
}

/** Parts that requests are followed with. */
export interface RequestFeedsOptions {
  readonly store: Pick<Settlement, 'hub'> & {
    readonly requests: Pick<Settlement['requests'], 'followed'>;
  };
  /** Told when changed requests could not be read. */
  readonly onError: (error: unknown) => void;
}

const keysOf = ({ users = [], apiKeyId }: RequestFilter): readonly string[] => [
  ...users.map((user) => `user ${user}`),
  ...(apiKeyId === undefined ? [] : [`key ${apiKeyId}`]),
];

/**
 * Makes the feeds of a server. Without a follower, a change costs a look at an empty map; else each
 * changed request is read once for all followers.
 */
export function createRequestFeeds({ store, onError }: RequestFeedsOptions): RequestFeeds {
  const followers = new Map<string, Set<RequestFollower>>();
  const wanted = new Set<string>();
  const versions = new Map<string, number>();
  let isReading = false;

  const missAll = (): void => {
    wanted.clear();
    for (const each of new Set([...followers.values()].flatMap((all) => [...all]))) each.miss();
  };

  const isNew = ({ id, version }: StoredRequest): boolean => {
    if (version <= (versions.get(id) ?? -1)) return false;
    versions.delete(id);
    versions.set(id, version);
    const [oldest] = versions.keys();
    if (versions.size > rememberedMax && oldest !== undefined) versions.delete(oldest);
    return true;
  };

  async function readWanted(): Promise<void> {
    isReading = true;
    while (wanted.size > 0) {
      const ids = [...wanted].slice(0, readMax);
      for (const id of ids) wanted.delete(id);
      try {
        for (const { request, apiKeyId, depositAddress } of await store.requests.followed(ids)) {
          if (!isNew(request)) continue;
          const users = [request.payer, request.recipient, depositAddress ?? request.payer];
          const found = keysOf({ users, apiKeyId }).flatMap((key) => [
            ...(followers.get(key) ?? []),
          ]);
          for (const follower of new Set(found)) follower.tell(request);
        }
      } catch (error) {
        onError(error);
        missAll();
      }
    }
    isReading = false;
  }

  store.hub.onChange((ids) => {
    if (followers.size === 0) return;
    for (const id of ids) wanted.add(id);
    if (wanted.size > waitingMax) missAll();
    else if (!isReading) void readWanted();
  });
  store.hub.onMissed(missAll);

  return {
    follow: (filter, follower) => {
      const keys = keysOf(filter);
      for (const key of keys) followers.set(key, (followers.get(key) ?? new Set()).add(follower));
      return () => {
        for (const key of keys) {
          const all = followers.get(key);
          all?.delete(follower);
          if (all?.size === 0) followers.delete(key);
        }
      };
    },
  };
}
