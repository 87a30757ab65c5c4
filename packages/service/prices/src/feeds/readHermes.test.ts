import { describe, expect, it } from 'vitest';
import { hermesId, readHermes } from './readHermes.js';

const id = 'ff61491a931112ddf1bd8147cd1b641375f79f5825126d665480874634fd0ace';
const price = { price: '231792000000', conf: '115896001', expo: -8, publish_time: 1_700_000_000 };
const answer = (change: object = {}, more: object = {}) => ({
  binary: { encoding: 'hex', data: ['504e41'] },
  parsed: [
    { id, price: { ...price, ...change }, ema_price: price, metadata: { slot: 1 }, ...more },
  ],
});

describe('readHermes', () => {
  it('reads price, confidence and time of publication', () => {
    expect(readHermes(answer()).get(id)).toEqual({
      value: { usdE12: 2_317_920_000_000_000n },
      confidence: { usdE12: 1_158_960_010_000n },
      observedAt: 1_700_000_000_000,
    });
    expect(readHermes(answer({}, { id: `0x${id.toUpperCase()}` })).has(hermesId(`0x${id}`))).toBe(
      true,
    );
  });

  it('rounds a price with more decimals down and its confidence up', () => {
    expect(readHermes(answer({ price: '1999', conf: '1', expo: -15 })).get(id)).toMatchObject({
      value: { usdE12: 1n },
      confidence: { usdE12: 1n },
    });
    expect(readHermes(answer({ price: '7', conf: '0', expo: 2 })).get(id)?.value.usdE12).toBe(
      700n * 10n ** 12n,
    );
  });

  it.each([{ price: '0' }, { price: '-1' }, { conf: '-1' }, { price: '1', expo: -13 }])(
    'leaves %j out: there is no price',
    (change) => {
      expect(readHermes(answer(change)).size).toBe(0);
    },
  );

  it.each([
    ['no object', 'text'],
    ['nothing parsed', { binary: {} }],
    ['a price that is a number', answer({ price: 231792000000 })],
    ['a price with a fraction', answer({ price: '1.5' })],
    ['an exponent beyond reason', answer({ expo: 1_000 })],
    ['a time that is none', answer({ publish_time: 'now' })],
    ['an id that is none', answer({}, { id: 'eth' })],
  ])('refuses %s', (_, wrong) => {
    expect(() => readHermes(wrong)).toThrow(expect.objectContaining({ code: 'INVALID_RESPONSE' }));
  });
});
