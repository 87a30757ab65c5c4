import { PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { associatedTokenAddress } from './associatedToken.js';
import { programAddress } from './programAddress.js';
import { programs } from './programs.js';

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => new PublicKey(bytes).toBase58());

describe('programAddress', () => {
  it('finds what web3.js finds', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ maxLength: 32 }), { maxLength: 5 }),
        address,
        (seeds, programId) => {
          const [found, bump] = PublicKey.findProgramAddressSync(seeds, new PublicKey(programId));
          expect(programAddress(seeds, programId)).toEqual({ address: found.toBase58(), bump });
        },
      ),
      { numRuns: 40 },
    );
  });

  it('refuses seeds that the runtime would refuse', () => {
    expect(() => programAddress([new Uint8Array(33)], programs.token)).toThrow();
    expect(() =>
      programAddress(
        Array.from({ length: 16 }, () => new Uint8Array(1)),
        programs.token,
      ),
    ).toThrow();
  });
});

describe('associatedTokenAddress', () => {
  it('is derived from owner, token program and mint, in this order', () => {
    const holding = {
      owner: 'B8UwBUUnKwCyKuGMbFKWaG7exYdDk2ozZrPg72NyVbfj',
      mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      tokenProgram: programs.token,
    };
    const [expected] = PublicKey.findProgramAddressSync(
      [holding.owner, holding.tokenProgram, holding.mint].map((key) =>
        new PublicKey(key).toBytes(),
      ),
      new PublicKey(programs.associatedToken),
    );
    expect(associatedTokenAddress(holding)).toBe(expected.toBase58());
  });
});
