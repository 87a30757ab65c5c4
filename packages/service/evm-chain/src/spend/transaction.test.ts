import fc from 'fast-check';
import { keccak256, parseTransaction, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { beforeAll, describe, expect, it } from 'vitest';
import { recoverAuthority } from './authorization.js';
import type { Keccak } from '@portage/evm/abi';
import { createKeccak } from '../hash/createKeccak.js';
import { createKey } from './createKey.js';
import { loadNativeCurve, portableCurve } from './curve.js';
import { encodeFields, readSigned, signedBytes, unsignedBytes } from './transaction.js';

const privateKey = '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const uint = (bits: bigint) =>
  fc.oneof(fc.bigInt({ min: 0n, max: 2n ** bits - 1n }), fc.bigInt({ min: 0n, max: 300n }));
const hex = (minLength: number, maxLength: number) =>
  fc
    .uint8Array({ minLength, maxLength })
    .map((value): Hex => `0x${Buffer.from(value).toString('hex')}`);

const padded = (word: Hex): Hex => `0x${word.slice(2).padStart(64, '0')}`;

let keccak: Keccak;
beforeAll(async () => {
  keccak = await createKeccak();
});

describe('the curves', () => {
  it('give the same keys and the same signatures, addon or not', async () => {
    const native = loadNativeCurve();
    if (native === undefined) throw new Error('the addon is not built for this platform');
    const [fast, portable] = [
      createKey(privateKey, keccak, native),
      createKey(privateKey, keccak, portableCurve),
    ];
    expect(portable.address).toBe(fast.address);
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 32, maxLength: 32 }), async (digest) => {
        const signature = await fast.sign(digest);
        expect(await portable.sign(digest)).toEqual(signature);
        expect(signature.s * 2n).toBeLessThan(
          0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n,
        );
      }),
    );
  });
});

describe('our EIP-1559 and EIP-7702 transactions', () => {
  it('L10: are byte for byte what viem signs', async () => {
    const account = privateKeyToAccount(privateKey);
    const key = createKey(privateKey, keccak);
    expect(key.address).toBe(account.address.toLowerCase());
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          chainId: fc.integer({ min: 1, max: 2 ** 40 }),
          nonce: fc.nat(),
          gas: uint(40n),
          to: hex(20, 20),
          value: uint(256n),
          data: fc.oneof(hex(0, 80), hex(1, 1), hex(200, 600)),
          maxFeePerGas: uint(100n),
          tip: uint(60n),
        }),
        async ({ nonce, tip, maxFeePerGas, ...rest }) => {
          const fees = { maxPriorityFeePerGas: tip, maxFeePerGas: maxFeePerGas + tip };
          const fields = encodeFields({ ...rest, ...fees, nonce: BigInt(nonce) });
          const raw = signedBytes(fields, await key.sign(keccak(unsignedBytes(fields))));
          const ours: Hex = `0x${Buffer.from(raw).toString('hex')}`;
          expect(ours).toBe(
            await account.signTransaction({ ...rest, ...fees, nonce, type: 'eip1559' }),
          );
          expect(`0x${Buffer.from(keccak(raw)).toString('hex')}`).toBe(keccak256(ours));
          expect(readSigned(raw)).toEqual({ ...fees, nonce: BigInt(nonce) });
          expect(parseTransaction(ours as `0x02${string}`).to).toBe(rest.to);
        },
      ),
      { numRuns: 200 },
    );
  });

  it('carry authorizations as viem does', async () => {
    const account = privateKeyToAccount(privateKey);
    const key = createKey(privateKey, keccak);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ chainId: fc.nat(), address: hex(20, 20), nonce: fc.nat() }), {
          minLength: 1,
          maxLength: 4,
        }),
        fc.nat(),
        async (terms, nonce) => {
          const signed = await Promise.all(terms.map((one) => account.signAuthorization(one)));
          const common = {
            chainId: 10,
            gas: 100_000n,
            to: account.address,
            value: 1n,
            data: '0x1234',
            maxFeePerGas: 7n,
            maxPriorityFeePerGas: 1n,
          } as const;
          const authorizations = signed.map((one, index) => ({
            chainId: one.chainId,
            address: terms[index]?.address ?? '',
            nonce: one.nonce,
            yParity: one.yParity ?? 0,
            r: padded(one.r),
            s: padded(one.s),
          }));
          for (const one of authorizations) expect(recoverAuthority(one, keccak)).toBe(key.address);
          const fields = encodeFields({ ...common, nonce: BigInt(nonce), authorizations });
          const raw = signedBytes(fields, await key.sign(keccak(unsignedBytes(fields))));
          expect(`0x${Buffer.from(raw).toString('hex')}`).toBe(
            await account.signTransaction({
              ...common,
              nonce,
              type: 'eip7702',
              authorizationList: signed,
            }),
          );
          expect(readSigned(raw)).toEqual({
            nonce: BigInt(nonce),
            maxFeePerGas: 7n,
            maxPriorityFeePerGas: 1n,
          });
        },
      ),
      { numRuns: 50 },
    );
  });

  it('never let a broken key into an error', () => {
    for (const broken of ['0x1234', `0x${'00'.repeat(32)}`, `0x${'ff'.repeat(32)}`]) {
      const failure = (() => {
        try {
          return createKey(broken, keccak);
        } catch (error) {
          return error;
        }
      })();
      expect(failure).toMatchObject({ code: 'INVALID_CONFIGURATION' });
      expect(JSON.stringify(failure) + String(failure)).not.toContain(broken.slice(2));
    }
  });
});
