import { isPortageError } from '@portage/core';
import type { ChainUpdate } from '@portage/core/chain';
import { describe, expect, test } from 'vitest';
import type { OpenFixture } from './fixtures.js';
import { blocksOf, bringsDeposit, depositsOf, eventsOf, follow, makeDeposit } from './vmSession.js';

/** Tests of the updates of a chain after a reorg. */
export function testReorgs(current: () => OpenFixture): void {
  describe('reorgs', () => {
    test('a deposit that is taken back is rolled back, for readers that follow and for those that restart', async ({
      skip,
    }) => {
      const { fixture, chain } = current();
      const [currency] = fixture.currencies;
      if (fixture.reorg === undefined || chain.deposit === undefined || currency === undefined)
        return skip('the chain cannot fork');
      await fixture.mine(2);
      const made = await makeDeposit(fixture, chain, currency);
      const stop = new AbortController();
      const reader = chain.observe.updates([], stop.signal)[Symbol.asyncIterator]();
      const before = await read(reader, bringsDeposit(made.orderId));
      const [deposit] = depositsOf(eventsOf(before), made.orderId);
      if (deposit === undefined) throw new Error('The deposit was awaited.');
      const known = blocksOf(before);
      const tip = Math.max(known.at(-1)?.height ?? 0, chain.observe.tip()?.value.height ?? 0);
      // One more than needed: a chain with a pace of its own may have grown by a block meanwhile.
      await fixture.reorg(tip - deposit.height + 2);
      await fixture.mine(1);
      const after = await read(reader, ({ type }) => type === 'advance');
      stop.abort();
      const restarted = await fixture.open(new AbortController().signal);
      for (const updates of [
        after,
        await follow(restarted, known, ({ type }) => type === 'advance'),
      ]) {
        const [rollback] = updates;
        if (rollback?.type !== 'rollback') throw new Error('The rollback comes first.');
        expect(rollback.to.height).toBeLessThan(deposit.height);
        expect(known).toContainEqual(rollback.to);
        const next = blocksOf(updates)[0]?.height ?? -1;
        expect(next).toBeGreaterThan(rollback.to.height);
        if (fixture.hasGaps !== true) expect(next).toBe(rollback.to.height + 1);
        expect(depositsOf(eventsOf(updates), made.orderId)).toEqual([]);
      }
      expect(await chain.observe.confirm([deposit])).toEqual([false]);
      await expect(chain.observe.trace(deposit.txId)).rejects.toSatisfy((error) =>
        isPortageError(error, 'UNKNOWN_TRANSACTION'),
      );
    });
  });
}

/** Reads updates until one satisfies the predicate. */
async function read(
  reader: AsyncIterator<ChainUpdate, unknown>,
  until: (update: ChainUpdate) => boolean,
): Promise<ChainUpdate[]> {
  const seen: ChainUpdate[] = [];
  for (;;) {
    const result = await reader.next();
    if (result.done === true) throw new Error('The updates ended although nobody stopped them.');
    seen.push(result.value);
    if (until(result.value)) return seen;
  }
}
