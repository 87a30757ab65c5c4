import { requestStatuses, transition, type RequestEvent, type RequestStatus } from '@portage/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mergeChanges, type RequestChange } from './changeRequests.js';

const events: readonly RequestEvent[] = [
  'depositSent',
  'depositRefused',
  'depositSeen',
  'depositFinal',
  'depositLost',
  'fillSent',
  'fillConfirmed',
  'fillDropped',
  'refunded',
  'failed',
];
const ids = fc.option(fc.array(fc.constantFrom('0x1', '0x2', '0x3'), { maxLength: 3 }), {
  nil: undefined,
});

const change: fc.Arbitrary<RequestChange> = fc.record({
  orderId: fc.constantFrom('one', 'two'),
  events: fc.array(fc.constantFrom(...events), { maxLength: 4 }),
  inTxIds: ids,
  outTxIds: ids,
  amountOut: fc.option(fc.bigInt(0n, 9n), { nil: undefined }),
  failReason: fc.option(fc.constantFrom('TTL_EXPIRED', 'DOUBLE_SPEND'), { nil: undefined }),
  refundFailReason: fc.constant(undefined),
});

/** One by one, as they would be written alone. */
function applied(changes: readonly RequestChange[], status: RequestStatus): unknown {
  let now = status;
  const [inTxIds, outTxIds]: [string[], string[]] = [[], []];
  let [amountOut, failReason]: [bigint | undefined, string | undefined] = [undefined, undefined];
  for (const one of changes) {
    now = one.events.reduce(transition, now);
    inTxIds.push(...(one.inTxIds ?? []));
    outTxIds.push(...(one.outTxIds ?? []));
    amountOut = one.amountOut ?? amountOut;
    failReason = one.failReason ?? failReason;
  }
  return { now, inTxIds, outTxIds, amountOut, failReason };
}

it('makes of several changes of an order one that does the same', () => {
  fc.assert(
    fc.property(
      fc.array(change, { maxLength: 12 }),
      fc.constantFrom(...requestStatuses),
      (changes, status) => {
        const merged = mergeChanges(changes);
        expect(merged.map(({ orderId }) => orderId)).toEqual([
          ...new Set(changes.map(({ orderId }) => orderId)),
        ]);
        for (const one of merged)
          expect(applied([one], status)).toEqual(
            applied(
              changes.filter(({ orderId }) => orderId === one.orderId),
              status,
            ),
          );
      },
    ),
  );
});

it('names what happened thousands of times once', () => {
  const seen = Array.from({ length: 5_000 }, (_, index): RequestChange => ({
    orderId: 'one',
    events: ['depositSeen'],
    inTxIds: [String(index)],
  }));
  const [merged, ...others] = mergeChanges(seen);
  expect(others).toEqual([]);
  expect(merged?.events).toEqual(['depositSeen']);
  expect(merged?.inTxIds).toHaveLength(5_000);
});
