import { createKeccak } from '../hash/createKeccak.js';
import type { Quorum } from '@portage/chain-kit';
import { createHash } from 'node:crypto';
import { hexToBigInt, numberToHex, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { expect, it } from 'vitest';
import { createOwners } from './createOwners.js';

const owner = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const other = privateKeyToAccount(`0x${'22'.repeat(32)}`);
const account = owner.address.toLowerCase();
const digest = new Uint8Array(createHash('sha256').update('a withdrawal').digest());
const foreign = new Uint8Array(createHash('sha256').update('another chain').digest());
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** An account without code answers nothing. */
const quorum: Pick<Quorum, 'read'> = { read: async () => [false as never] };
const owners = createOwners({
  quorum: quorum as Quorum,
  keccak: await createKeccak(),
  multicall3: undefined,
});

const signed = await owner.signMessage({ message: { raw: digest } });
const r = signed.slice(2, 66);
const s = hexToBigInt(`0x${signed.slice(66, 130)}`);
const v = signed.slice(130);
const word = (value: bigint): string => value.toString(16).padStart(64, '0');
const flipped = v === '1b' ? '1c' : '1b';

it('takes the signature of the owner over the bytes of the digest', async () => {
  expect(await owners.verify({ account, digest, signature: signed })).toBe(true);
});

it.each<readonly [string, string]>([
  ['P2: that somebody else made', await other.signMessage({ message: { raw: digest } })],
  ['P3: over other terms', await owner.signMessage({ message: { raw: foreign } })],
  ['over the text of the digest', await owner.signMessage({ message: numberToHex(1n) })],
  ['over the digest itself, as a transaction would be', await owner.sign({ hash: hex(digest) })],
  ['P4: of zeros', `0x${'00'.repeat(65)}`],
  ['P4: of 64 bytes', signed.slice(0, -2)],
  ['P4: of 66 bytes', `${signed}00`],
  ['P4: in the compact form of EIP-2098', `0x${r}${word(s | (BigInt(v === '1c') << 255n))}`],
  ['P4: that is no hex', '0xzz'],
  ['P4: of nothing', '0x'],
  ['P5: with a high s', `0x${r}${word(order - s)}${flipped}`],
  ['P5: with a parity of 0 or 1', `0x${r}${word(s)}0${v === '1b' ? '0' : '1'}`],
  ['P5: with the other parity', `0x${r}${word(s)}${flipped}`],
  ['P2: of an account that is not deployed, which is none', `${signed}${'6492'.repeat(16)}`],
])('refuses a signature %s', async (_, signature) => {
  expect(await owners.verify({ account, digest, signature })).toBe(false);
});

it('P4: never takes a signature for the zero address', async () => {
  for (const signature of [signed, `0x${'00'.repeat(65)}`, `0x${'00'.repeat(64)}1b`])
    expect(await owners.verify({ account: `0x${'00'.repeat(20)}`, digest, signature })).toBe(false);
});

function hex(bytes: Uint8Array): Hex {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}
