import { programs } from '@portage/solana/program';
import { PublicKey } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { seededAddress } from './loader.js';

test('an address by a seed is the one that the system program derives', async () => {
  const base = 'chikPmpCQAvQzbwJaAHA3EaxPF6AoHEKt91MvH75Wsf';
  const seed = 'depository second buffer';
  const owner = new PublicKey(programs.upgradeableLoader);
  const wanted = await PublicKey.createWithSeed(new PublicKey(base), seed, owner);
  expect(seededAddress({ base, seed })).toBe(wanted.toBase58());
});
