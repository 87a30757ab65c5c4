import { getAssociatedTokenAddressSync } from '@solana/spl-token';
import { Keypair, PublicKey } from '@solana/web3.js';
import { expect, test } from 'vitest';
import { associatedTokenAddress, findProgramAddress } from './findProgramAddress.js';
import { programs } from './programs.js';

test('finds the addresses that web3.js finds', () => {
  for (let index = 0; index < 20; index += 1) {
    const owner = Keypair.fromSeed(new Uint8Array(32).fill(index)).publicKey;
    const seeds = [owner.toBytes(), Uint8Array.of(index)];
    expect(findProgramAddress(programs.memo, seeds)).toBe(
      PublicKey.findProgramAddressSync(seeds, new PublicKey(programs.memo))[0].toBase58(),
    );
    const mint = Keypair.fromSeed(new Uint8Array(32).fill(index + 100)).publicKey;
    expect(associatedTokenAddress(owner.toBase58(), mint.toBase58())).toBe(
      getAssociatedTokenAddressSync(mint, owner).toBase58(),
    );
  }
});
