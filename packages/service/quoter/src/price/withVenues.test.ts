import { PortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { defaultPolicy } from '../policy.js';
import { withVenues } from './withVenues.js';

/** A market whose venues answer as the promises of its rounds do. */
function marketOf(rounds: readonly (Promise<unknown> | undefined)[], venueWaitMs = 10_000) {
  const left = [...rounds];
  return { policy: { ...defaultPolicy, venueWaitMs }, awaited: () => left.shift() };
}

const never = new Promise<never>(() => undefined);

describe('a price with venues', () => {
  it('is made once where none is asked', async () => {
    let count = 0;
    expect(await withVenues(marketOf([]), () => (count += 1))).toBe(1);
  });

  it('is made again once they have answered', async () => {
    let count = 0;
    expect(await withVenues(marketOf([Promise.resolve()]), () => (count += 1))).toBe(2);
  });

  it('is made three times at most, whatever is awaited', async () => {
    const answered = Promise.resolve();
    let count = 0;
    const market = marketOf([answered, answered, answered, answered]);
    expect(await withVenues(market, () => (count += 1))).toBe(3);
  });

  it('waits for venues that never answer no longer than its time', async () => {
    let count = 0;
    expect(await withVenues(marketOf([never, never, never], 1), () => (count += 1))).toBe(2);
  });

  it('is refused by the last pricing alone', async () => {
    let count = 0;
    const price = (): number => {
      count += 1;
      if (count === 1) throw new PortageError('NO_SWAP_ROUTES_FOUND');
      return count;
    };
    expect(await withVenues(marketOf([Promise.resolve()]), price)).toBe(2);
    const refused = withVenues(marketOf([Promise.resolve()]), () => {
      throw new PortageError('NO_SWAP_ROUTES_FOUND');
    });
    await expect(refused).rejects.toMatchObject({ code: 'NO_SWAP_ROUTES_FOUND' });
  });

  it('fails at once where the pricing has a bug', async () => {
    const failed = withVenues(marketOf([never]), () => {
      throw new TypeError('a bug');
    });
    await expect(failed).rejects.toThrow('a bug');
  });
});
