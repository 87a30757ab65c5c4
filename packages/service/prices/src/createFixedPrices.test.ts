import { describe, expect, it } from 'vitest';
import { createFixedPrices } from './createFixedPrices.js';

const testNow = 1_700_000_000_000;

describe('createFixedPrices', () => {
  it.each(['0', '-1', 'NaN', '1e30', '', '1.0000000000001', '.5'])(
    'refuses the price %j',
    (price) => {
      expect(() => createFixedPrices({ eth: price }, () => testNow)).toThrow(
        expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
      );
    },
  );

  it('knows what it was told, as of now', () => {
    const source = createFixedPrices({ eth: '2317.92' }, () => testNow);
    expect(source.price('eth')).toEqual({
      value: { usdE12: 2_317_920_000_000_000n },
      observedAt: testNow,
    });
    expect(source.price('constructor')).toBeUndefined();
  });
});
