import { Keypair } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { openKeyring } from './openKeyring.js';

test('the first key is the one that Solana wallets show for the test phrase', () => {
  expect(openKeyring()(0, 0).address).toBe('oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96');
});

test('keys differ by account and branch, and web3.js takes them', () => {
  const derive = openKeyring();
  const keys = [derive(0, 0), derive(1, 0), derive(0, 1)];
  expect(new Set(keys.map(({ address }) => address)).size).toBe(3);
  for (const { address, secretKey } of keys)
    expect(Keypair.fromSecretKey(secretKey).publicKey.toBase58()).toBe(address);
});
