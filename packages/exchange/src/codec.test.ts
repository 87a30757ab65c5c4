import { isPortageError } from '@portage/core';
import { evmCodec } from '../../evm/src/codec.js';
import { hashOrder } from '../../order/src/index.js';
import { orderVectors } from '@portage/testing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assetOf, currencyOf, exchangeCodec } from './codec.js';

const accountIndexMax = 2 ** 48 - 2;

describe('the codec', () => {
  const vectors = orderVectors.filter(({ orderData }) =>
    JSON.stringify(orderData).includes('"lighter"'),
  );

  it('has published orders to be held to', () => {
    expect(vectors).not.toEqual([]);
  });

  it.each(vectors)('hashes the published order $orderId', ({ orderId, orderData }) => {
    const codecOf = (slug: string) => (slug === 'lighter' ? exchangeCodec : evmCodec);
    expect(hashOrder(orderData, codecOf)).toBe(orderId);
  });

  it('writes an account in sixteen bytes, highest first, and reads it back', () => {
    expect([...exchangeCodec.encodeAddress('723071')]).toEqual([
      ...new Array<number>(13).fill(0),
      0x0b,
      0x08,
      0x7f,
    ]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: accountIndexMax }), (index) => {
        const text = String(index);
        const bytes = exchangeCodec.encodeAddress(text);
        expect(bytes).toHaveLength(16);
        expect(exchangeCodec.decodeAddress(bytes)).toBe(text);
        expect(exchangeCodec.normalizeAddress(text)).toBe(text);
      }),
    );
  });

  it.each([
    '',
    ' ',
    '-1',
    '1e3',
    '0x1',
    '01',
    '1.0',
    '+1',
    ' 1',
    '1_000',
    String(2 ** 48 - 1),
    String(2 ** 48),
    '9'.repeat(40),
    '٣',
    '0x00000000000000000000000000000000000000aa',
  ])('A6 refuses "%s" as an account', (text) => {
    for (const read of ['normalizeAddress', 'encodeAddress'] as const)
      expect(() => exchangeCodec[read](text)).toThrow(
        expect.toSatisfy((error) => isPortageError(error, 'INVALID_ADDRESS')),
      );
  });

  it.each([0, 1, 15, 17, 257])(
    'refuses %i bytes as an account, and an index that is too high',
    (length) => {
      const bytes = new Uint8Array(length);
      expect(() => exchangeCodec.decodeAddress(bytes)).toThrow(/16 bytes/);
      expect(() => exchangeCodec.decodeAddress(new Uint8Array(16).fill(255))).toThrow(/account/);
    },
  );

  it('writes a transaction id in one way', () => {
    const id = 'ab'.repeat(40);
    expect(exchangeCodec.normalizeTransactionId(id.toUpperCase())).toBe(id);
    expect(exchangeCodec.normalizeTransactionId(`0x${id}`)).toBe(id);
    for (const text of ['', id.slice(1), `${id}00`, 'zz'.repeat(40)])
      expect(() => exchangeCodec.normalizeTransactionId(text)).toThrow(/transaction/);
  });
});

describe('currencies', () => {
  it.each([
    ['0', { assetIndex: 3, routeType: 0 }],
    ['3', { assetIndex: 3, routeType: 1 }],
    ['1', { assetIndex: 1, routeType: 1 }],
  ] as const)('Q4 the currency %s is one asset on one route', (id, asset) => {
    expect(assetOf(id)).toEqual(asset);
    expect(currencyOf(asset)).toBe(id);
  });

  it('Q4 an unknown asset, or a known one on another route, is no currency', () => {
    expect(currencyOf({ assetIndex: 1, routeType: 0 })).toBeUndefined();
    expect(currencyOf({ assetIndex: 2, routeType: 1 })).toBeUndefined();
    expect(() => assetOf('2')).toThrow(/no currency/);
  });
});
