import { hexToBytes } from '@portage/core';
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
});
