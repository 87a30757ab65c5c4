import { createHash } from 'node:crypto';
import { signAsync } from '@noble/secp256k1';
import { crypto, script, Transaction } from 'bitcoinjs-lib';
import { describe, expect, it } from 'vitest';
import { formatAddress } from '../address/address.js';
import { hash160 } from '../address/hash.js';
import { openCurve } from '../transaction/curve.js';
import { keyLock } from '../transaction/keys.js';
import { keyWallet, type KeyAddressKind } from '../wallet/keyWallet.js';
import { isMessageSigned, writeStack } from './signedMessage.js';
import { witnessMessage } from './witnessMessage.js';

const secret = new Uint8Array(32).fill(7);
const otherSecret = new Uint8Array(32).fill(8);
const publicKey = openCurve().pointFromScalar(secret, true)!;
const message = createHash('sha256').update('a withdrawal').digest('hex');
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

const addressOf = (kind: KeyAddressKind): string =>
  formatAddress(keyLock(publicKey, kind), 'regtest');
const check = (address: string, signature: Uint8Array, said = message): Promise<boolean> =>
  isMessageSigned({ address, network: 'regtest', message: said, signature });

async function signLegacy(
  kind: 'uncompressed' | 'p2pkh' | 'p2sh' | 'p2wpkh',
  key = secret,
): Promise<Uint8Array> {
  const text = Buffer.from(message, 'utf8');
  const prefix = Buffer.from('\u0018Bitcoin Signed Message:\n', 'utf8');
  const hash = crypto.hash256(Buffer.concat([prefix, Uint8Array.of(text.length), text]));
  const signed = await signAsync(hash, key, { prehash: false, format: 'recovered' });
  const header = { uncompressed: 27, p2pkh: 31, p2sh: 35, p2wpkh: 39 }[kind] + signed[0]!;
  return Uint8Array.from([header, ...signed.slice(1)]);
}

describe('a message that an address has signed', () => {
  // The vectors of BIP-322.
  it.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
  ])('is known by the published signature of "%s"', async (said, signature) => {
    const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
    const bytes = new Uint8Array(Buffer.from(signature, 'base64'));
    expect(
      await isMessageSigned({ address, network: 'mainnet', message: said, signature: bytes }),
    ).toBe(true);
    expect(
      await isMessageSigned({ address, network: 'mainnet', message: 'x', signature: bytes }),
    ).toBe(false);
  });

  it('is known by the published signature of a nested address (P2SH-P2WPKH)', async () => {
    const address = '3HSVzEhCFuH9Z3wvoWTexy7BMVVp3PjS6f';
    const signature = new Uint8Array(
      Buffer.from(
        'AkgwRQIhAMd2wZSY3x0V9Kr/NClochoTXcgDaGl3OObOR17yx3QQAiBVWxqNSS+CKen7bmJTG6YfJjsggQ4Fa2RHKgBKrdQQ+gEhAxa5UDdQCHSQHfKQv14ybcYm1C9y6b12xAuukWzSnS+w',
        'base64',
      ),
    );
    const network = 'mainnet';
    expect(await isMessageSigned({ address, network, message: 'Hello World', signature })).toBe(
      true,
    );
    expect(await isMessageSigned({ address, network, message: 'Hello', signature })).toBe(false);
    const own = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l';
    expect(
      await isMessageSigned({ address: own, network, message: 'Hello World', signature }),
    ).toBe(false);
  });

  it.each(['p2wpkh', 'p2sh', 'p2tr'] as const)(
    'is known by what a wallet of %s signs',
    async (kind) => {
      const wallet = keyWallet(secret, 'regtest', kind);
      expect(await check(addressOf(kind), await wallet.signMessage!(message))).toBe(true);
    },
  );

  it.each(['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'] as const)(
    'is known by BIP-137 for %s, whatever kind the first byte says',
    async (kind) => {
      for (const said of ['uncompressed', 'p2pkh', 'p2sh', 'p2wpkh'] as const)
        expect(await check(addressOf(kind), await signLegacy(said))).toBe(true);
    },
  );

  it('is known by BIP-137 for a P2PKH of the long form of a key', async () => {
    const long = openCurve().pointFromScalar(secret, false)!;
    const address = formatAddress({ kind: 'p2pkh', hash: hash160(long) }, 'regtest');
    expect(await check(address, await signLegacy('uncompressed'))).toBe(true);
    expect(await check(address, await signLegacy('p2pkh', otherSecret))).toBe(false);
  });
});

describe('a signature is refused', () => {
  const wallet = keyWallet(secret, 'regtest', 'p2wpkh');
  const own = addressOf('p2wpkh');

  it('P2: of somebody else', async () => {
    const other = keyWallet(otherSecret, 'regtest', 'p2wpkh');
    expect(await check(own, await other.signMessage!(message))).toBe(false);
    expect(await check(own, await signLegacy('p2wpkh', otherSecret))).toBe(false);
  });

  it('P3: over another message', async () => {
    expect(await check(own, await wallet.signMessage!(message), `${message}0`)).toBe(false);
    expect(await check(own, await signLegacy('p2wpkh'), `${message}0`)).toBe(false);
  });

  it('P2: of a key that does not open the address, whatever kind it says', async () => {
    for (const kind of ['uncompressed', 'p2pkh', 'p2sh', 'p2wpkh'] as const)
      for (const address of (['p2pkh', 'p2sh', 'p2wpkh', 'p2tr'] as const).map(addressOf))
        expect(await check(address, await signLegacy(kind, otherSecret))).toBe(false);
    for (const header of [26, 43]) {
      const [, ...rest] = await signLegacy('p2wpkh');
      expect(await check(own, Uint8Array.from([header, ...rest]))).toBe(false);
    }
  });

  it('P5: with a high s', async () => {
    const legacy = await signLegacy('p2wpkh');
    const high = (s: Uint8Array): Uint8Array => {
      const value = order - BigInt(`0x${Buffer.from(s).toString('hex')}`);
      return new Uint8Array(Buffer.from(value.toString(16).padStart(64, '0'), 'hex'));
    };
    const [header = 0] = legacy;
    const twin = [((header - 39) ^ 1) + 39, ...legacy.slice(1, 33), ...high(legacy.slice(33))];
    expect(await check(own, Uint8Array.from(twin))).toBe(false);
    const { keyHash } = witnessMessage(keyLock(publicKey, 'p2wpkh'), message);
    const low = openCurve().sign(keyHash, secret);
    const flipped = Uint8Array.from([...low.slice(0, 32), ...high(low.slice(32))]);
    const encode = (bytes: Uint8Array): Uint8Array =>
      writeStack([script.signature.encode(bytes, Transaction.SIGHASH_ALL), publicKey]);
    expect(await check(own, encode(Uint8Array.from(low)))).toBe(true);
    expect(await check(own, encode(flipped))).toBe(false);
  });

  it('P4: of zeros, of other lengths, and of nothing', async () => {
    for (const bytes of [0, 1, 64, 65, 66].map((length) => new Uint8Array(length)))
      expect(await check(own, bytes)).toBe(false);
    const signed = await wallet.signMessage!(message);
    expect(await check(own, signed.slice(0, -1))).toBe(false);
    expect(await check(own, Uint8Array.from([...signed, 0]))).toBe(false);
  });
});
