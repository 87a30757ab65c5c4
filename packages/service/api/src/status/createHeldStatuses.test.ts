import type { StoredRequest } from '@portage/settlement';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHeldStatuses, type HeldStatusesOptions } from './createHeldStatuses.js';

type Hub = HeldStatusesOptions['store']['hub'];

const id = `0x${'ab'.repeat(32)}`;
const caller = 'address 203.0.113.7';

const quoteOf = (operation: string, hasOrder: boolean): unknown => [
  1,
  'EXACT_INPUT',
  operation,
  [hasOrder, false],
  [],
  [0, 0, 0, 0, 0],
  Array.from({ length: 8 }, () => '1'),
  Array.from({ length: 6 }, () => '0'),
  null,
  ['portage', 'portage'],
  2,
  '0',
];

/** Statuses of one request whose changes the test makes. */
function startStatuses(changes: Partial<StoredRequest> = {}) {
  // Nothing else of a request is read.
  let request = {
    id,
    originChainId: 1,
    status: 'waiting',
    version: 0,
    quote: quoteOf('swap', false),
    ...changes,
  } as StoredRequest;
  const listeners = new Set<Parameters<Hub['subscribe']>[1]>();
  const statuses = createHeldStatuses({
    store: {
      getRequest: () => Promise.resolve(request),
      hub: {
        subscribe: (_, listener) => {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      } as Hub,
    },
    now: () => Date.now(),
  });
  const change = (next: Partial<StoredRequest>): void => {
    request = { ...request, ...next };
    for (const listener of listeners) listener(request);
  };
  const succeed = (): void => {
    change({ status: 'success', version: 2 });
  };
  return {
    statuses,
    change,
    succeed,
    listeners,
    request: () => request,
    hold: () => statuses.hold(request, caller),
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the status of what a payer does alone', () => {
  it('waits for its change once its transaction was told of', async () => {
    const { statuses, succeed, listeners, hold } = startStatuses();
    statuses.expect(id, caller);
    const answer = hold();
    await vi.advanceTimersByTimeAsync(3_900);
    succeed();
    expect((await answer).status).toBe('success');
    expect(listeners.size).toBe(0);
  });

  it('is not answered by what is told of it on the way', async () => {
    const { statuses, succeed, change, hold } = startStatuses();
    statuses.expect(id, caller);
    const answer = hold();
    await vi.advanceTimersByTimeAsync(100);
    change({ version: 1 });
    await vi.advanceTimersByTimeAsync(100);
    succeed();
    expect((await answer).status).toBe('success');
  });

  it('is answered as it is after some seconds, and when the server closes', async () => {
    const { statuses, hold } = startStatuses();
    statuses.expect(id, caller);
    let ended = 0;
    const count = (): void => void (ended += 1);
    void hold().then(count);
    await vi.advanceTimersByTimeAsync(13_900);
    expect(ended).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(ended).toBe(1);
    void hold().then(count);
    await vi.advanceTimersByTimeAsync(100);
    statuses.close();
    await vi.advanceTimersByTimeAsync(0);
    expect(ended).toBe(2);
  });

  it('waits two seconds to be told of a transaction, and then for its end', async () => {
    const { statuses, succeed, hold } = startStatuses();
    const answer = hold();
    await vi.advanceTimersByTimeAsync(1_900);
    statuses.expect(id, caller);
    await vi.advanceTimersByTimeAsync(5_000);
    succeed();
    expect((await answer).status).toBe('success');
  });

  it('waits no longer where nobody tells of one, or told long ago', async () => {
    const { statuses, hold } = startStatuses();
    const untold = hold();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await untold).status).toBe('waiting');
    statuses.expect(id, caller);
    await vi.advanceTimersByTimeAsync(61_000);
    const late = hold();
    await vi.advanceTimersByTimeAsync(2_000);
    expect((await late).status).toBe('waiting');
  });

  it('is answered at once for an order, and for what has begun', async () => {
    for (const changes of [{ quote: quoteOf('bridge', true) }, { status: 'pending' as const }]) {
      const ordered = startStatuses(changes);
      ordered.statuses.expect(id, caller);
      expect((await ordered.hold()).version).toBe(0);
    }
  });

  it('T15: waits also where another caller has more told and more readers than it may', async () => {
    const { statuses, hold, request } = startStatuses();
    statuses.expect(id, caller);
    for (let other = 0; other < 11_000; other += 1) statuses.expect(String(other), 'a stranger');
    const theirs = Array.from({ length: 600 }, () => statuses.hold(request(), 'a stranger'));
    let ended = 0;
    for (const each of theirs) void each.then(() => void (ended += 1));
    let answered = false;
    void hold().then(() => void (answered = true));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(answered).toBe(false);
    expect(ended).toBe(500);
    statuses.close();
    await Promise.all(theirs);
  });
});
