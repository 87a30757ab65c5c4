import { createHash } from 'node:crypto';
import { base58 } from '@scure/base';
import { Keypair } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { createKey } from './createKey.js';
import { createSwapKey } from './createSwapKey.js';

const seed = new Uint8Array(32).fill(9);
const solver = Keypair.fromSeed(seed);

describe('the swap key', () => {
  it('comes from the seed of the solver alone, as another library derives it', () => {
    const swapSeed = createHash('sha256').update('portage swap key').update(seed).digest();
    const expected = Keypair.fromSeed(swapSeed).publicKey.toBase58();
    for (const text of [base58.encode(seed), base58.encode(solver.secretKey)])
      expect(createSwapKey(text)!.address).toBe(expected);
    expect(expected).toBe('5mw9irYSgvVuFRB9HDN2pZ1RcmtVnbUuri2PqpPQYCDF');
    expect(expected).not.toBe(createKey(base58.encode(seed)).address);
  });

  it('is not there without the solver’s key', () => {
    expect(createSwapKey(`address:${solver.publicKey.toBase58()}`)).toBeUndefined();
  });

  it('is refused where the solver’s key is none, without a word of it', () => {
    const text = base58.encode(new Uint8Array(31).fill(5));
    expect(() => createSwapKey(text)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });
});
