import { createHash } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519';
import { Keypair } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { createOwners } from './createOwners.js';

const owners = createOwners();
const keypair = Keypair.fromSeed(new Uint8Array(32).fill(7));
const other = Keypair.fromSeed(new Uint8Array(32).fill(8));
const account = keypair.publicKey.toBase58();
const digest = new Uint8Array(createHash('sha256').update('a withdrawal').digest());
const text = (bytes: Uint8Array): Uint8Array =>
  new TextEncoder().encode(Buffer.from(bytes).toString('hex'));
const sign = (message: Uint8Array, key = keypair): Buffer =>
  Buffer.from(ed25519.sign(message, key.secretKey.slice(0, 32)));
const hex = (bytes: Uint8Array): string => `0x${Buffer.from(bytes).toString('hex')}`;
const signed = sign(text(digest));

/** The twin of a signature, whose `s` is larger by the order of the group. */
function twin(signature: Buffer): Buffer {
  const order = 2n ** 252n + 27742317777372353535851937790883648493n;
  const s = BigInt(`0x${Buffer.from(signature.subarray(32)).reverse().toString('hex')}`) + order;
  const bytes = Buffer.from(s.toString(16).padStart(64, '0'), 'hex').reverse();
  return Buffer.concat([signature.subarray(0, 32), bytes]);
}

it('takes the signature of the owner over the text of the digest', async () => {
  expect(await owners.verify({ account, digest, signature: hex(signed) })).toBe(true);
});

it.each<readonly [string, string]>([
  ['P2: that somebody else made', hex(sign(text(digest), other))],
  ['P3: over other terms', hex(sign(text(new Uint8Array(32))))],
  ['over the bytes of the digest', hex(sign(digest))],
  ['P4: of zeros', `0x${'00'.repeat(64)}`],
  ['P4: of 63 bytes', hex(signed.subarray(1))],
  ['P4: of 65 bytes', `${hex(signed)}00`],
  ['P4: that is no hex', '0xzz'],
  ['P5: with a high s', hex(twin(signed))],
])('refuses a signature %s', async (_, signature) => {
  expect(await owners.verify({ account, digest, signature })).toBe(false);
});

it('P4: takes no signature for keys of small order, under which anything is signed', async () => {
  const nobody = '11111111111111111111111111111111';
  for (const signature of [`0x${'00'.repeat(64)}`, `0x01${'00'.repeat(63)}`])
    expect(await owners.verify({ account: nobody, digest, signature })).toBe(false);
});
