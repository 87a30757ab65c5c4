import { describe, expect, test } from 'vitest';
import type { OpenFixture } from './fixtures.js';
import {
  blocksOf,
  bringsDeposit,
  depositsOf,
  eventsOf,
  follow,
  makeDeposit,
  reaches,
} from './vmSession.js';

/** Tests of following a chain: no gap and no repetition, from any known blocks. */
export function testUpdates(current: () => OpenFixture): void {
  describe('updates', () => {
    test('go up without a gap, and each event lies within its step', async () => {
      const { fixture, chain } = current();
      await fixture.mine(2);
      const height = chain.observe.tip()?.value.height ?? 0;
      const updates = await follow(chain, [], reaches(height));
      let previous = -1;
      for (const update of updates) {
        if (update.type === 'rollback') throw new Error('Nothing was taken back.');
        expect(update.cursor.height).toBeGreaterThan(previous);
        expect(update.blocks.at(-1)).toEqual(update.cursor);
        expect(update.finalizedHeight).toBeLessThanOrEqual(update.cursor.height);
        const heights = update.blocks.map((block) => block.height);
        expect(heights).toEqual([...heights].sort((a, b) => a - b));
        for (const event of update.events) {
          expect(event.height).toBeGreaterThan(previous);
          expect(event.height).toBeLessThanOrEqual(update.cursor.height);
        }
        previous = update.cursor.height;
      }
    });

    test('a restart from what was known repeats nothing and skips nothing', async ({ skip }) => {
      const { fixture, chain } = current();
      const [currency] = fixture.currencies;
      if (chain.deposit === undefined || currency === undefined)
        return skip('the chain takes no deposits');
      const first = await makeDeposit(fixture, chain, currency);
      const early = await follow(chain, [], bringsDeposit(first.orderId));
      const known = blocksOf(early);
      const second = await makeDeposit(fixture, chain, currency);
      const stop = new AbortController();
      const restarted = await fixture.open(stop.signal);
      // A restarted service may know the newest first, or the oldest.
      const late = await follow(restarted, [...known].reverse(), bringsDeposit(second.orderId));
      expect(late.every(({ type }) => type === 'advance')).toBe(true);
      expect(depositsOf(eventsOf(late), first.orderId), 'told before').toEqual([]);
      expect(depositsOf(eventsOf(late), second.orderId), 'new').toHaveLength(1);
      expect(blocksOf(late)[0]?.height).toBeGreaterThan(known.at(-1)?.height ?? 0);
      const again = await follow(restarted, known.slice(0, -1), bringsDeposit(second.orderId));
      expect(eventsOf(again).filter(({ height }) => height > (known.at(-1)?.height ?? 0))).toEqual(
        eventsOf(late),
      );
      stop.abort();
    });

    test('two readers see the same', async () => {
      const { chain } = current();
      const height = chain.observe.tip()?.value.height ?? 0;
      const [one, two] = await Promise.all([
        follow(chain, [], reaches(height)),
        follow(chain, [], reaches(height)),
      ]);
      const upTo = (updates: typeof one) =>
        eventsOf(updates).filter((event) => event.height <= height);
      expect(upTo(one)).toEqual(upTo(two));
    });

    test('end when told', async () => {
      const { fixture, chain } = current();
      const stop = new AbortController();
      const ended = (async () => {
        for await (const update of chain.observe.updates([], stop.signal))
          if (update.type === 'rollback') throw new Error('Nothing was taken back.');
      })();
      await fixture.mine(1);
      stop.abort();
      await ended;
    });
  });
}
