import { createHash } from 'node:crypto';
import { waitMsMax } from '@portage/testing';
import { bytesToHex } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExchange, startChain, type TestChain } from '../../test/startChain.js';

let node: TestChain;
let chain: Chain;
const closing = new AbortController();
beforeAll(async () => {
  node = await startChain();
  chain = await openExchange(node, closing.signal);
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

const digestOf = (text: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(text).digest());
const digest = digestOf('a withdrawal');
const textOf = (bytes: Uint8Array): string => bytesToHex(bytes).slice(2);

/** Order of secp256k1 (SEC 2, section 2.4.1). */
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

function sign(text: string, place = 1): Promise<string> {
  return privateKeyToAccount(node.user(place).owner.privateKey).signMessage({ message: text });
}

function verify(signature: string, account = String(node.user(1).accountIndex)): Promise<boolean> {
  if (chain.owners === undefined) throw new Error('The exchange knows no owners.');
  return chain.owners.verify({ account, digest, signature }, AbortSignal.timeout(waitMsMax));
}

/** The same signature in its other form: `s` from the order, and the other `v`. */
function twin(signature: string): string {
  const s = order - BigInt(`0x${signature.slice(66, 130)}`);
  const v = signature.endsWith('1b') ? '1c' : '1b';
  return `${signature.slice(0, 66)}${s.toString(16).padStart(64, '0')}${v}`;
}

test('takes the signature of the account’s owner over the text of the digest', async () => {
  expect(await verify(await sign(textOf(digest)))).toBe(true);
});

test.each<readonly [string, () => Promise<string>]>([
  ['that is made up', () => Promise.resolve(`0x${'11'.repeat(64)}1b`)],
  ['P2: of another owner', () => sign(textOf(digest), 2)],
  ['P3: over other terms', () => sign(textOf(digestOf('another withdrawal')))],
  ['over the text with 0x', () => sign(bytesToHex(digest))],
  ['P4: of zeros', () => Promise.resolve(`0x${'00'.repeat(64)}1b`)],
  ['P4: of 64 bytes', async () => (await sign(textOf(digest))).slice(0, -2)],
  ['P4: of 66 bytes', async () => `${await sign(textOf(digest))}00`],
  ['P4: that is no hex', () => Promise.resolve('0xzz')],
  ['P5: with a high s', async () => twin(await sign(textOf(digest)))],
  [
    'with 0 or 1 for 27 or 28',
    async () => (await sign(textOf(digest))).replace(/1b$/, '00').replace(/1c$/, '01'),
  ],
])('refuses a signature %s', async (_, make) => {
  expect(await verify(await make())).toBe(false);
});

test('nobody owns an account that there is not', async () => {
  expect(await verify(await sign(textOf(digest)), '281474976710000')).toBe(false);
});
