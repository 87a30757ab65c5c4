import { isOpenSelfPayment } from '@portage/quoter';
import type { Settlement, StoredRequest } from '@portage/settlement';
import { createPlaces } from '../limits/createPlaces.js';

/** Milliseconds for which a reported transaction is expected. */
const expectedMs = 60_000;

/** Requests with a reported transaction that are remembered, for one caller and for all. */
const expectedMax = { perCaller: 1_000, all: 10_000 } as const;

/** Readers that are kept waiting at the same time, for one caller and for all. */
const heldMax = { perCaller: 100, all: 500 } as const;

/** Milliseconds that a reader waits for the end; fewer than a client waits for an answer. */
const holdMs = 14_000;

/**
 * Milliseconds that a reader waits for the report of a transaction: both come at the same moment.
 */
const toldMs = 2_000;

/** Transaction that was reported. */
interface Expected {
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly caller: string;
}

/** Parts that statuses are held with. */
export interface HeldStatusesOptions {
  readonly store: Pick<Settlement, 'getRequest' | 'hub'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Keeps readers waiting for the end of what a payer does alone. */
export interface HeldStatuses {
  /**
   * Notes that the transaction of a request was reported. A caller that reports too many gives its
   * own oldest up.
   */
  expect(requestId: string, caller: string): void;
  /**
   * The request as it is, or as it is after its next change: for some seconds, where its payer does
   * all of it alone and its transaction was reported, or is within two seconds. A caller with too
   * many readers is answered at once.
   */
  hold(request: StoredRequest, caller: string): Promise<StoredRequest>;
  /** Lets all readers go. */
  close(): void;
}

/**
 * Makes the statuses that wait. A published client asks right after it has sent its transaction,
 * next five seconds later, and not again once it has a receipt: answered too early, it would show a
 * swap that is done as waiting for ever.
 */
export function createHeldStatuses({ store, now }: HeldStatusesOptions): HeldStatuses {
  const expected = new Map<string, Expected>();
  const held = new Set<() => void>();
  const places = createPlaces({
    perCallerMax: heldMax.perCaller,
    max: heldMax.all,
    refusal: { message: 'Too many statuses are being waited for.', hint: 'Ask again later.' },
  });

  const forgetOldest = (): void => {
    for (const [oldest, { until }] of expected) {
      if (until > now() && expected.size <= expectedMax.all) return;
      expected.delete(oldest);
    }
  };

  const isTold = (id: string): boolean => (expected.get(id)?.until ?? 0) > now();

  return {
    expect: (requestId, caller) => {
      expected.delete(requestId);
      const own = [...expected].filter(([, each]) => each.caller === caller);
      if (own.length >= expectedMax.perCaller) expected.delete(own[0]?.[0] ?? '');
      expected.set(requestId, { until: now() + expectedMs, caller });
      forgetOldest();
    },
    hold: async (request, caller) => {
      const { id } = request;
      if (!isOpenSelfPayment(request) || !places.hasRoom(caller)) return request;
      const leave = places.take(caller);
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      held.add(release);
      // An update on the way is not its end.
      const unsubscribe = store.hub.subscribe(id, ({ status }) => {
        if (status !== request.status) release();
      });
      const untold = setTimeout(() => {
        if (!isTold(id)) release();
      }, toldMs);
      const timer = setTimeout(release, holdMs);
      try {
        // It may have changed before it was subscribed to.
        const again = await store.getRequest(id);
        if (again === undefined || again.status !== request.status) return again ?? request;
        await released;
        return (await store.getRequest(id)) ?? request;
      } finally {
        clearTimeout(untold);
        clearTimeout(timer);
        unsubscribe();
        held.delete(release);
        leave();
      }
    },
    close: () => {
      for (const release of held) release();
    },
  };
}
