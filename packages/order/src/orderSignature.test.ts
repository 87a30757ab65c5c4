import { bytesToHex, hexToBytes } from '@portage/core';
import { keccak_256 } from '@noble/hashes/sha3';
import { Point } from '@noble/secp256k1';
import fc from 'fast-check';
import { hashMessage, recoverAddress, serializeSignature, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { orderSignatureDigest, signOrderId, type Signer } from './signOrderId.js';
import { verifyOrderSignature } from './verifyOrderSignature.js';

const account = privateKeyToAccount(
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
);
const signer: Signer = {
  address: account.address,
  signHash: (hash) => account.sign({ hash: toHex(hash) }),
};
const orderId = '0x8391f3eb54c0999767a970a1603aaf16403a17263cdf723adec76e3fda5be275';

describe('signOrderId', () => {
  it('signs what a wallet signs as a personal message of 32 bytes', async () => {
    expect(toHex(orderSignatureDigest(orderId))).toBe(hashMessage({ raw: orderId }));
    expect(await signOrderId(orderId, signer)).toBe(
      await account.signMessage({ message: { raw: hexToBytes(orderId) } }),
    );
  });
});

describe('verifyOrderSignature', () => {
  const check = async (
    changed: Partial<Parameters<typeof verifyOrderSignature>[0]> = {},
  ): Promise<boolean> =>
    verifyOrderSignature({
      orderId,
      signature: await signOrderId(orderId, signer),
      solver: account.address,
      ...changed,
    });

  it('accepts the solver, whatever the case of its address', async () => {
    expect(await check()).toBe(true);
    expect(await check({ solver: account.address.toLowerCase() })).toBe(true);
  });

  it('refuses another order, another solver and another signature', async () => {
    const signature = await signOrderId(orderId, signer);
    expect(await check({ orderId: orderId.replace('0x8', '0x9') })).toBe(false);
    expect(
      await check({ solver: '0x70997970C51812dc3A010C7d01b50e0d17dc79C0'.replace('7', '8') }),
    ).toBe(false);
    expect(
      await check({
        signature: signature.replace(/^0x./, signature.startsWith('0x1') ? '0x2' : '0x1'),
      }),
    ).toBe(false);
  });

  it('recovers whom a library recovers, for any two numbers', async () => {
    const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
    const numbers = fc.record({
      r: fc.bigInt(1n, halfOrder),
      s: fc.bigInt(1n, halfOrder),
      yParity: fc.integer({ min: 0, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(numbers, async ({ r, s, yParity }) => {
        const signature = serializeSignature({
          r: toHex(r, { size: 32 }),
          s: toHex(s, { size: 32 }),
          yParity,
        });
        const hash = toHex(orderSignatureDigest(orderId));
        const solver = await recoverAddress({ hash, signature }).catch(() => undefined);
        expect(await check({ signature, solver: solver ?? account.address })).toBe(
          solver !== undefined,
        );
      }),
      { numRuns: 40 },
    );
  });

  it('refuses what is no signature', async () => {
    for (const signature of [
      '0x',
      '',
      `0x${'00'.repeat(65)}`,
      `0x${'ff'.repeat(65)}`,
      `0x${'11'.repeat(64)}63`,
      `${await signOrderId(orderId, signer)}00`,
      `0x00${(await signOrderId(orderId, signer)).slice(2)}`,
      `00${await signOrderId(orderId, signer)}`,
    ]) {
      expect(await check({ signature })).toBe(false);
    }
  });

  it('refuses the twin of a signature with its s in the upper half', async () => {
    const signature = await signOrderId(orderId, signer);
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
    const s = toHex(order - BigInt(`0x${signature.slice(66, 130)}`), { size: 32 });
    const twin = serializeSignature({
      r: signature.slice(0, 66) as `0x${string}`,
      s,
      yParity: signature.endsWith('1b') ? 1 : 0,
    });
    expect(await check({ signature: twin })).toBe(false);
  });

  it('takes 0 and 1 for the last byte as well as 27 and 28, and nothing else', async () => {
    const signature = await signOrderId(orderId, signer);
    const isOdd = signature.endsWith('1c');
    const withLast = (byte: number): string =>
      `${signature.slice(0, 130)}${byte.toString(16).padStart(2, '0')}`;
    const accepted: number[] = [];
    for (let byte = 0; byte < 256; byte += 1)
      if (await check({ signature: withLast(byte) })) accepted.push(byte);
    expect(accepted).toEqual(isOdd ? [1, 28] : [0, 27]);
  });
});

describe('numbers at the edge of the curve', () => {
  const { n } = Point.CURVE();
  /** Address that the formula makes of any two numbers: the signer, were a check missing. */
  const signerOf = (r: bigint, s: bigint): string => {
    const point = Point.fromBytes(Uint8Array.from([2, ...hexToBytes(toHex(r, { size: 32 }))]));
    const z = BigInt(toHex(orderSignatureDigest(orderId)));
    const inverse = power(r % n, n - 2n);
    const base = Point.BASE.multiplyUnsafe(((n - (z % n)) * inverse) % n);
    const key = s % n === 0n ? base : point.multiplyUnsafe((s * inverse) % n).add(base);
    return bytesToHex(keccak_256(key.toBytes(false).subarray(1)).subarray(12));
  };
  const power = (base: bigint, exponent: bigint): bigint => {
    let [result, square] = [1n, base];
    for (let left = exponent; left > 0n; left /= 2n) {
      if (left % 2n === 1n) result = (result * square) % n;
      square = (square * square) % n;
    }
    return result;
  };
  const check = (r: bigint, s: bigint): boolean =>
    verifyOrderSignature({
      orderId,
      signature: `${toHex(r, { size: 32 })}${toHex(s, { size: 32 }).slice(2)}1b`,
      solver: signerOf(r, s),
    });
  /** Least abscissa of a point from a number on. */
  const abscissa = (from: bigint): bigint => {
    for (let x = from; ; x += 1n) {
      try {
        Point.fromBytes(Uint8Array.from([2, ...hexToBytes(toHex(x, { size: 32 }))]));
        return x;
      } catch {
        continue;
      }
    }
  };
  const r = abscissa(1n);

  it('accepts s up to half of the order, and not beyond', () => {
    expect([1n, n / 2n].map((s) => check(r, s))).toEqual([true, true]);
    expect([n / 2n + 1n, n - 1n].map((s) => check(r, s))).toEqual([false, false]);
  });

  it('refuses s of 0, for which anybody can name a signer', () => {
    expect(check(r, 0n)).toBe(false);
  });

  it('refuses r from the order on, which is a second text of one number', () => {
    expect(check(abscissa(n + 1n), 1n)).toBe(false);
  });
});
