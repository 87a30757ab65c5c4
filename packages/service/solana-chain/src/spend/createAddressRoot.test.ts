import { createPublicKey, verify } from 'node:crypto';
import { isPortageError } from '@portage/core';
import { depositAddress } from '@portage/solana/addresses';
import { base58 } from '@scure/base';
import { Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createAddressRoot } from './createAddressRoot.js';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
const ownerOf = (id: Uint8Array, depositor: Uint8Array): Parameters<typeof depositAddress>[1] => ({
  orderId: `0x${Buffer.from(id).toString('hex')}`,
  depositor: base58.encode(depositor),
});
const owner = ownerOf(new Uint8Array(32).fill(1), new Uint8Array(32).fill(2));
const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex');

/** Validity of a signature by the library of Node.js, which knows nothing of roots and children. */
function isValid(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = Buffer.concat([spkiPrefix, base58.decode(address)]);
  return verify(null, message, createPublicKey({ key, format: 'der', type: 'spki' }), signature);
}

describe('the root of deposit addresses', () => {
  it('has children whose signatures are plain ones of ed25519, at the address of the public root', () => {
    fc.assert(
      fc.property(bytes, bytes, bytes, fc.uint8Array(), (seed, id, depositor, message) => {
        const root = createAddressRoot(base58.encode(seed));
        expect(root.address).toBe(Keypair.fromSeed(seed).publicKey.toBase58());
        const own = ownerOf(id, depositor);
        const key = root.child(own);
        expect(key.address).toBe(depositAddress(root.address, own));
        const signature = key.sign(message);
        expect(isValid(key.address, message, signature)).toBe(true);
        expect(key.sign(message)).toEqual(signature);
        expect(isValid(root.address, message, signature)).toBe(false);
      }),
      { numRuns: 20 },
    );
  });

  it('shares no nonce between children, or between messages', () => {
    const root = createAddressRoot(base58.encode(new Uint8Array(32).fill(3)));
    const message = new Uint8Array(100).fill(9);
    const other = ownerOf(new Uint8Array(32).fill(4), new Uint8Array(32).fill(2));
    const nonces = [
      root.child(owner).sign(message),
      root.child(other).sign(message),
      root.child(owner).sign(message.subarray(1)),
      new Uint8Array(Keypair.fromSeed(new Uint8Array(32).fill(3)).secretKey),
    ].map((signature) => Buffer.from(signature.subarray(0, 32)).toString('hex'));
    expect(new Set(nonces).size).toBe(4);
  });

  it('gives an operator back what lies at an address: its key signs what web3.js takes', () => {
    const keypair = Keypair.fromSeed(new Uint8Array(32).fill(5));
    const key = createAddressRoot(base58.encode(keypair.secretKey)).child(owner);
    const from = new PublicKey(key.address);
    const transaction = new Transaction({
      feePayer: from,
      blockhash: PublicKey.default.toBase58(),
      lastValidBlockHeight: 1,
    }).add(
      SystemProgram.transfer({ fromPubkey: from, toPubkey: keypair.publicKey, lamports: 890_880 }),
    );
    transaction.addSignature(from, Buffer.from(key.sign(transaction.serializeMessage())));
    expect(transaction.verifySignatures()).toBe(true);
  });

  it('tells addresses without the key, and then signs nothing', () => {
    const { address } = createAddressRoot(base58.encode(new Uint8Array(32).fill(3)));
    const watched = createAddressRoot(`address:${address}`);
    expect([watched.address, watched.canSign]).toEqual([address, false]);
    expect(() => watched.child(owner)).toThrow(
      expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_CONFIGURATION')),
    );
  });

  it.each([
    ['a key pair of two halves that do not belong together', base58.encode(new Uint8Array(64))],
    [
      'the address of no key',
      `address:${base58.encode(Uint8Array.from([2, ...new Uint8Array(31)]))}`,
    ],
    ['the address of a program that all zeros stand for', `address:${'1'.repeat(32)}`],
  ])('is not %s', (_, text) => {
    expect(() => createAddressRoot(text)).toThrow(
      expect.toSatisfy((error: unknown) => isPortageError(error, 'INVALID_CONFIGURATION')),
    );
  });
});
