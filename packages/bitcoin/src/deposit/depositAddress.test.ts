import { hash160 } from '../address/hash.js';
import { bytesToHex, hexToBytes, isPortageError } from '@portage/core';
import type { DepositAddressOwner } from '@portage/core/chain';
import { HDKey } from '@scure/bip32';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../address/address.js';
import { bitcoinCodec, createBitcoinCodec } from '../codec.js';
import { addressPath, deriveAddressKey, readAddressKey } from './depositAddress.js';
import { deriveChild } from './deriveChild.js';
import { publicExtendedKey, readExtendedKey } from './extendedKey.js';

const testVersions = { private: 0x04358394, public: 0x043587cf };
const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(5));
const testRoot = HDKey.fromMasterSeed(new Uint8Array(32).fill(5), testVersions);
const orderId = `0x${'0d'.repeat(32)}`;
const depositor = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
const stranger = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
const mainnet = createBitcoinCodec('mainnet');

/** The child of a path by a library of others. */
function childOf(key: HDKey, path: readonly number[]): HDKey {
  return path.reduce((node, index) => node.deriveChild(index), key);
}

describe('extended keys', () => {
  // Test vector 1 of BIP32, its unhardened child included.
  it('of the standard are read, and lead to the children of the standard', () => {
    const parent = readExtendedKey(
      'xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw',
    )!;
    const child = readExtendedKey(
      'xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ',
    )!;
    expect(bytesToHex(deriveChild(parent, [1]).publicKey)).toBe(bytesToHex(child.key));
    const secret = readExtendedKey(
      'xprv9uHRZZhk6KAJC1avXpDAp4MDc3sQKNxDiPvvkX8Br5ngLNv1TxvUxt4cV1rGL5hj6KCesnDYUhd7oWgT11eZG7XnxHrnYeSvkzY7d2bhkJ7',
    )!;
    expect([secret.isPrivate, secret.isMainnet, secret.key.length]).toEqual([true, true, 32]);
  });

  it.each([
    ['nothing', ''],
    ['an address', depositor],
    ['a wrong letter', `${root.publicExtendedKey.slice(0, -1)}1`],
    ['a very long text', 'x'.repeat(10_000)],
  ])('are not %s', (_, text) => {
    expect(readExtendedKey(text)).toBeUndefined();
  });

  it.each([
    ['mainnet', root],
    ['a test network', testRoot],
  ])('show their public half on %s', (_, key) => {
    expect(publicExtendedKey(key.privateExtendedKey, key.publicKey!)).toBe(key.publicExtendedKey);
  });
});

describe('deposit addresses', () => {
  it('are those that another library derives, from the public key and from the private one', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.uint8Array({ minLength: 20, maxLength: 20 }),
        (id, hash) => {
          const owner = { orderId: bytesToHex(id), depositor: Uint8Array.from([0, ...hash]) };
          const path = addressPath(owner);
          const [ours, theirs] = [
            deriveAddressKey(readAddressKey(root.publicExtendedKey, 'mainnet'), owner),
            childOf(root, path),
          ];
          expect(path.every((index) => index >= 0 && index < 2 ** 31)).toBe(true);
          expect(bytesToHex(ours.publicKey)).toBe(bytesToHex(theirs.publicKey!));
          const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
          const secret = (BigInt(bytesToHex(root.privateKey!)) + ours.tweak) % order;
          expect(secret).toBe(BigInt(bytesToHex(theirs.privateKey!)));
        },
      ),
      { numRuns: 10 },
    );
  });

  it('are of the order, the depositor and the key, and written as their network writes them', () => {
    const addressOf = (factory: string, owner: DepositAddressOwner): string =>
      mainnet.depositAddress?.(factory, owner) ?? 'no address';
    const own = addressOf(root.publicExtendedKey, { orderId, depositor });
    const path = addressPath({ orderId, depositor: mainnet.encodeAddress(depositor) });
    const hash = hash160(childOf(root, path).publicKey!);
    expect(own).toBe(formatAddress({ kind: 'p2wpkh', hash }, 'mainnet'));
    expect(bitcoinCodec.depositAddress?.(root.publicExtendedKey, { orderId, depositor })).toBe(own);
    const others = [
      addressOf(root.publicExtendedKey, { orderId, depositor: stranger }),
      addressOf(root.publicExtendedKey, { orderId: `0x${'0e'.repeat(32)}`, depositor }),
      addressOf(root.deriveChild(0).publicExtendedKey, { orderId, depositor }),
    ];
    expect(new Set([own, ...others]).size).toBe(4);
    const regtest = createBitcoinCodec('regtest');
    const shown = { kind: 'p2wpkh', hash: hexToBytes(`0x${'07'.repeat(20)}`) } as const;
    const ours = { orderId, depositor: formatAddress(shown, 'regtest') };
    const text = regtest.depositAddress?.(testRoot.publicExtendedKey, ours);
    expect(text).toMatch(/^bcrt1q/);
    expect(bitcoinCodec.depositAddress?.(testRoot.publicExtendedKey, ours)).toBe(text);
  });

  it.each([
    ['a private key, which nobody should have shown', root.privateExtendedKey],
    ['a key of another network', testRoot.publicExtendedKey],
    ['an address', depositor],
    ['nothing', ''],
  ])('do not come from %s', (_, factory) => {
    expect(() => mainnet.depositAddress?.(factory, { orderId, depositor })).toThrow(
      expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_ADDRESS')),
    );
  });
});
