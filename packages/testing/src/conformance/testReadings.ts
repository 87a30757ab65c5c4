import { isPortageError } from '@portage/core';
import type { GasOperation } from '@portage/core/chain';
import { chainSchema } from '@portage/core/schemas';
import { describe, expect, test } from 'vitest';
import type { OpenFixture } from './fixtures.js';

/** Tests of the description of a chain and of its observed values. */
export function testReadings(current: () => OpenFixture): void {
  describe('readings', () => {
    test('describes itself consistently', () => {
      const { fixture, chain } = current();
      expect(chain.vm).toBe(fixture.codec.vm);
      expect(chain.codec.vm).toBe(fixture.codec.vm);
      expect(chain.native).toBe(chain.assets[0]);
      expect(chain.assets.map(({ isNative }) => isNative)).toEqual(
        chain.assets.map((_, index) => index === 0),
      );
      expect(chain.native.address).toBe(chain.codec.nativeCurrency);
      for (const { address } of chain.assets.slice(1))
        expect(chain.codec.normalizeAddress(address)).toBe(address);
      for (const currency of fixture.currencies)
        expect(chain.assets.map(({ address }) => address)).toContain(currency);
      expect(chainSchema.parse(chain.info)).toMatchObject({
        id: chain.id,
        vmType: chain.vm,
        protocol: { v2: { chainId: chain.slug } },
      });
      expect(chain.extraData).toMatch(/^0x(?:[0-9a-f]{2})*$/);
    });

    test('refuses to open another chain than it was told', async ({ skip }) => {
      const { fixture } = current();
      if (fixture.openMisconfigured === undefined)
        return skip('the fixture has no wrong configuration');
      const stop = new AbortController();
      await expect(fixture.openMisconfigured(stop.signal)).rejects.toSatisfy((error) =>
        isPortageError(error, 'INVALID_CONFIGURATION'),
      );
      stop.abort();
    });

    test('knows its tip, what it can spend and what things cost', () => {
      const { fixture, chain } = current();
      expect(chain.observe.tip()?.value.height).toBeGreaterThanOrEqual(0);
      for (const currency of fixture.currencies) {
        if (chain.spend !== undefined)
          expect(chain.balances.spendable(currency)?.value, currency).toBeGreaterThan(0n);
        const operations: GasOperation[] = [
          { type: 'deposit', currency },
          { type: 'fill', currency, calls: [] },
          { type: 'refund', currency },
        ];
        for (const operation of operations) {
          const cost = chain.gas.estimate(operation)?.value;
          if (fixture.isFree === true) expect(cost, operation.type).toBe(0n);
          else expect(cost, operation.type).toBeGreaterThan(0n);
        }
      }
    });

    test('an account that was never used has nothing', async () => {
      const { fixture, chain } = current();
      for (const currency of fixture.currencies)
        expect(await chain.balances.read(fixture.freshAccount(), currency)).toBe(0n);
    });

    test('tells many balances at once, where it does that at all', async ({ skip }) => {
      const { fixture, chain } = current();
      const { balances } = chain;
      if (balances.readMany === undefined) return skip('the chain tells one balance at a time');
      expect(await balances.readMany([])).toEqual([]);
      const account = chain.spend?.sender ?? fixture.freshAccount();
      const places = [
        ...chain.assets.map(({ address: currency }) => ({ account, currency })),
        ...fixture.currencies.map((currency) => ({ account: fixture.freshAccount(), currency })),
      ].reverse();
      const alone = places.map((place) => balances.read(place.account, place.currency));
      expect(await balances.readMany(places)).toEqual(await Promise.all(alone));
    });

    test('tells what an account had at a block, where it tells that at all', async ({ skip }) => {
      const { fixture, chain } = current();
      const height = chain.observe.tip()?.value.height;
      if (chain.balances.readAt === undefined || height === undefined)
        return skip('the chain tells only what accounts have now');
      const nobody = await chain.balances.readAt(fixture.freshAccount(), height);
      expect([...nobody.balances.keys()]).toEqual(chain.assets.map(({ address }) => address));
      expect([...nobody.balances.values()].every((balance) => balance === 0n)).toBe(true);
      expect(nobody.sequence).toBe(0n);
      if (chain.spend === undefined) return;
      const { balances } = await chain.balances.readAt(chain.spend.sender, height);
      for (const currency of fixture.currencies)
        expect(balances.get(currency), currency).toBeGreaterThan(0n);
    });

    test('lets people be paid, and nothing that would swallow the payment', async () => {
      const { fixture, chain } = current();
      for (const recipient of [fixture.freshAccount(), await fixture.executor.address()])
        expect(() => chain.checkRecipient(recipient), recipient).not.toThrow();
      for (const recipient of fixture.refusedRecipients) {
        expect(() => chain.checkRecipient(recipient), recipient).toThrow(
          expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_RECIPIENT')),
        );
      }
      for (const recipient of fixture.invalidAddresses)
        expect(() => chain.checkRecipient(recipient), recipient).toThrow();
    });
  });
}
