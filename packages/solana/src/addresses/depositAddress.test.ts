import { ed25519 } from '@noble/curves/ed25519';
import { isPortageError } from '@portage/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solanaCodec } from '../codec.js';
import { encodeBase58 } from '../transaction/base58.js';
import { childTweak, depositAddress } from './index.js';

const { ExtendedPoint, CURVE } = ed25519;
const orderId = `0x${'0d'.repeat(32)}`;
const depositor = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96';
const stranger = '7Np41oeYqPefeNQEHSv1UDhYrehxin3NStELsSKCT4K2';
const seed = new Uint8Array(32).fill(7);
const root = encodeBase58(ed25519.getPublicKey(seed));

describe('deposit addresses', () => {
  it('stay what they were when they were first shown', () => {
    expect(root).toBe('GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB');
    expect(childTweak(root, { orderId, depositor })).toBe(
      3902060310978014616298752772262340933789894293881893017753547779286618800144n,
    );
    expect(depositAddress(root, { orderId, depositor })).toBe(
      'HS7d11EzBNWTLp7KEuANZzT8Cc7H1cHDW3B9EZHiH4Aa',
    );
  });

  it('are the keys of the root plus the tweak, for any root and owner', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, bytes, bytes, (secret, id, owner) => {
        const { scalar, pointBytes } = ed25519.utils.getExtendedPublicKey(secret);
        const factory = encodeBase58(pointBytes);
        const of = {
          orderId: `0x${Buffer.from(id).toString('hex')}`,
          depositor: solanaCodec.decodeAddress(owner),
        };
        const child = (scalar + childTweak(factory, of)) % CURVE.n;
        const address = depositAddress(factory, of);
        expect(address).toBe(encodeBase58(ExtendedPoint.BASE.multiply(child).toRawBytes()));
        const point = ExtendedPoint.fromHex(solanaCodec.encodeAddress(address));
        expect([point.isSmallOrder(), point.isTorsionFree()]).toEqual([false, true]);
      }),
      { numRuns: 25 },
    );
  });

  it('are of the order, the depositor and the root, and of nothing else', () => {
    const other = encodeBase58(ed25519.getPublicKey(new Uint8Array(32).fill(8)));
    const own = solanaCodec.depositAddress?.(root, { orderId, depositor });
    const others = [
      depositAddress(root, { orderId, depositor: stranger }),
      depositAddress(root, { orderId: `0x${'0e'.repeat(32)}`, depositor }),
      depositAddress(other, { orderId, depositor }),
    ];
    expect(new Set([own, root, ...others]).size).toBe(5);
  });

  it('do not come from a point outside of the large prime group, or from none', () => {
    const torsion = ExtendedPoint.fromHex(
      'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
    );
    const mixed = ExtendedPoint.fromHex(ed25519.getPublicKey(seed)).add(torsion).toRawBytes();
    // y = p + 1 is y = 1 in a spelling that is not canonical.
    const uncanonical = Uint8Array.from([0xee, ...new Uint8Array(30).fill(0xff), 0x7f]);
    const offCurve = Uint8Array.from([2, ...new Uint8Array(31)]);
    const refused = [
      ...[torsion.toRawBytes(), ExtendedPoint.ZERO.toRawBytes(), mixed, uncanonical, offCurve].map(
        encodeBase58,
      ),
      '1'.repeat(32),
      '',
      '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
    ];
    for (const factory of refused)
      expect(() => depositAddress(factory, { orderId, depositor })).toThrow(
        expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_ADDRESS')),
      );
    expect(() => depositAddress(root, { orderId, depositor: 'nobody' })).toThrow(
      expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_ADDRESS')),
    );
  });
});
