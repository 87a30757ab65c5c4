import { describe, expect, it } from 'vitest';
import { murmur3, systemCalls } from '../scripts/systemCalls.js';

describe('system calls', () => {
  it('have the hashes that Solana gives them', () => {
    expect(
      Object.fromEntries([...systemCalls].map(([name, hash]) => [name, hash.toString(16)])),
    ).toEqual({
      sol_create_program_address: '9377323c',
      sol_get_clock_sysvar: 'd56b5fe9',
      sol_get_rent_sysvar: 'bf7188f6',
      sol_invoke_signed_c: 'a22b9c85',
      sol_log_data: '7317b434',
      sol_memcmp_: '5fdcde31',
      sol_memcpy_: '717cc4a3',
      sol_sha256: '11f49d86',
      sol_try_find_program_address: '48504a38',
    });
  });

  it('are hashed by MurmurHash3, for rests of every length', () => {
    const known = {
      '': 0,
      a: 0x3c2569b2,
      ab: 0x9bbfd75f,
      abc: 0xb3dd93fa,
      abcd: 0x43ed676a,
      'Hello, world!': 0xc0363e43,
    };
    for (const [text, hash] of Object.entries(known))
      expect([text, murmur3(Buffer.from(text))]).toEqual([text, hash]);
  });
});
