import type { Chains } from '@portage/core/chain';
import { isOpenSelfPayment } from '@portage/quoter';
import type { Settlement, StoredRequest } from '@portage/settlement';

/** Milliseconds for which a told transaction is expected. */
const expectedMs = 60_000;

/** Requests with a told transaction that are remembered. */
const expectedMax = 10_000;

/** Readers that are kept waiting at the same time. */
const heldMax = 500;

/** Milliseconds that a reader waits: twice as long as a payment takes, within these. */
const holdMs = { least: 4_000, most: 15_000 } as const;

/** Parts that statuses are held with. */
export interface HeldStatusesOptions {
  readonly store: Pick<Settlement, 'getRequest' | 'hub'>;
  readonly chains: Pick<Chains, 'byId'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Keeps readers waiting for the end of what a payer does alone. */
export interface HeldStatuses {
  /** Notes that the transaction of a request was told of. */
  expect(requestId: string): void;
  /**
   * The request as it is, or as it is after its next change: for some seconds, where its payer does
   * all of it alone and its transaction was told of.
   */
  hold(request: StoredRequest): Promise<StoredRequest>;
  /** Lets all readers go. */
  close(): void;
}

/**
 * Makes the statuses that wait. A published client asks right after it has sent its transaction,
 * next five seconds later, and not again once it has a receipt: told too early, it would show a
 * swap that is done as waiting for ever.
 */
export function createHeldStatuses({ store, chains, now }: HeldStatusesOptions): HeldStatuses {
  const expected = new Map<string, number>();
  const held = new Set<() => void>();

  const forgetOldest = (): void => {
    for (const [oldest, until] of expected) {
      if (until > now() && expected.size <= expectedMax) return;
      expected.delete(oldest);
    }
  };

  const waitMs = (request: StoredRequest): number => {
    const usual = 2_000 * chains.byId(request.originChainId).secondsPerPayment;
    return Math.min(Math.max(usual, holdMs.least), holdMs.most);
  };

  return {
    expect: (requestId) => {
      expected.delete(requestId);
      expected.set(requestId, now() + expectedMs);
      forgetOldest();
    },
    hold: async (request) => {
      const { id } = request;
      const isExpected = (expected.get(id) ?? 0) > now();
      if (!isExpected || held.size >= heldMax || !isOpenSelfPayment(request)) return request;
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.add(release);
      const unsubscribe = store.hub.subscribe(id, release);
      const timer = setTimeout(release, waitMs(request));
      try {
        // It may have changed before it was subscribed to.
        const again = await store.getRequest(id);
        if (again === undefined || again.version !== request.version) return again ?? request;
        await released;
        return (await store.getRequest(id)) ?? request;
      } finally {
        clearTimeout(timer);
        unsubscribe();
        held.delete(release);
      }
    },
    close: () => {
      for (const release of held) release();
    },
  };
}
