import type { Step } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { initialProgress } from './initialProgress.js';
import type { Progress, ProgressEvent } from './progress.js';
import { hasEnded, reduceProgress } from './reduceProgress.js';

const step = (kind: Step['kind'], items: number): Step => ({
  id: 'deposit',
  action: 'a',
  description: 'd',
  kind,
  items: Array.from({ length: items }, () => ({ status: 'incomplete', data: {} })),
});
const steps = [step('transaction', 2), step('signature', 1)];
const place = { step: fc.nat({ max: 2 }), item: fc.nat({ max: 2 }) };
const text = fc.string({ maxLength: 4 });
const error = fc.record({
  code: fc.constantFrom('WALLET_ERROR' as const, 'UNEXPECTED' as const),
  message: text,
});
const submission = fc.oneof(
  fc.record({ type: fc.constant('transaction' as const), chainId: fc.nat(), txId: text }),
  fc.record({ type: fc.constant('signature' as const), signature: text }),
);
const status = fc.record({
  status: fc.constantFrom('waiting', 'pending', 'success', 'refund', 'failure', 'odd'),
  inTxHashes: fc.array(text),
  txHashes: fc.array(text),
});
const event: fc.Arbitrary<ProgressEvent> = fc.oneof(
  fc.record({
    type: fc.constantFrom(
      'submitting' as const,
      'confirming' as const,
      'checking' as const,
      'complete' as const,
    ),
    ...place,
  }),
  fc.record({ type: fc.constant('submitted' as const), submission, ...place }),
  fc.record({ type: fc.constant('replaced' as const), txId: text, ...place }),
  fc.record({ type: fc.constant('item-failed' as const), error, ...place }),
  fc.record({ type: fc.constant('status' as const), status }),
  fc.record({ type: fc.constant('started' as const) }),
  fc.record({
    type: fc.constant('appended' as const),
    steps: fc.constant([step('transaction', 1)]),
    ...place,
  }),
  fc.record({
    type: fc.constant('finished' as const),
    outcome: fc.constantFrom('success' as const, 'refund' as const, 'failure' as const),
  }),
  fc.record({ type: fc.constant('failed' as const), error }),
  fc.record({
    type: fc.constant('aborted' as const),
    reason: fc.constantFrom('signal' as const, 'timeout' as const),
  }),
);

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value))
    Object.values(Object.freeze(value)).forEach(freeze);
  return value;
}

function history(events: readonly ProgressEvent[]): Progress[] {
  const all = [freeze(initialProgress({ requestId: '0x1', steps }))];
  for (const next of events) all.push(freeze(reduceProgress(all.at(-1)!, freeze(next))));
  return all;
}

describe('reduceProgress', () => {
  it('is plain JSON after any events, and changes nothing that came in', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        for (const progress of history(events))
          expect(JSON.parse(JSON.stringify(progress))).toEqual(progress);
      }),
    );
  });

  it('never leaves a complete item, nor the end of a request', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const all = history(events);
        all.slice(1).forEach((after, index) => {
          const before = all[index]!;
          if (hasEnded(before)) expect(after.state).toBe(before.state);
          before.steps.forEach((old, at) =>
            old.items.forEach(
              (item, n) =>
                item.state === 'complete' && expect(after.steps[at]!.items[n]).toEqual(item),
            ),
          );
        });
      }),
    );
  });

  it('forgets no transaction, and counts none twice', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const all = history(events);
        all.slice(1).forEach((after, index) => {
          for (const key of ['inTxHashes', 'txHashes'] as const) {
            expect(after[key].slice(0, all[index]![key].length)).toEqual(all[index]![key]);
            expect(new Set(after[key]).size).toBe(after[key].length);
          }
        });
      }),
    );
  });

  it('can go on from any progress that has not ended', () => {
    fc.assert(
      fc.property(fc.array(event), (events) => {
        const last = history(events).at(-1)!;
        expect(reduceProgress(last, { type: 'started' }).state).toBe(
          hasEnded(last) ? last.state : 'running',
        );
      }),
    );
  });
});
