import { isPortageError } from '@portage/core';
import { expect, it } from 'vitest';
import { keyWallet } from './keyWallet.js';
import { readPrivateKey } from './readPrivateKey.js';

/** Key of the pages on the wallet import format, known to everybody. */
const hex = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';
const wif = {
  compressed: 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
  uncompressed: '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  testnet: 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx',
};

it('reads hex and the wallet import format as the same key', async () => {
  const secret = Uint8Array.from(Buffer.from(hex, 'hex'));
  expect(readPrivateKey(hex, 'mainnet')).toEqual(secret);
  expect(readPrivateKey(wif.compressed, 'mainnet')).toEqual(secret);
  expect(readPrivateKey(wif.testnet, 'testnet')).toEqual(secret);
  expect(readPrivateKey(wif.testnet, 'regtest')).toEqual(secret);
  expect(await keyWallet(wif.compressed, 'mainnet').address()).toBe(
    await keyWallet(secret, 'mainnet').address(),
  );
});

it.each([
  [wif.testnet, 'mainnet', 'of another network'],
  [wif.compressed, 'regtest', 'of another network'],
  [wif.uncompressed, 'mainnet', 'compressed'],
  [`${wif.compressed.slice(0, -1)}8`, 'mainnet', 'Not a private key'],
  ['00'.repeat(32), 'mainnet', 'not one'],
  ['ff'.repeat(32), 'mainnet', 'not one'],
  [hex.toUpperCase(), 'mainnet', 'Not a private key'],
  ['', 'mainnet', 'Not a private key'],
] as const)(
  'refuses what is no key of the network, and does not show it: %#',
  (text, network, why) => {
    let error: unknown;
    try {
      readPrivateKey(text, network);
    } catch (thrown) {
      error = thrown;
    }
    if (!isPortageError(error, 'WALLET_ERROR')) throw new Error('It was taken.');
    expect(error.message).toContain(why);
    if (text !== '')
      expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(text.slice(1, 20));
  },
);
