import { isPortageError } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { readKeys } from './readKeys.js';

const solver = '0c28fca386c7a227600b2fe50b7cae11ec86d3bf1fbe471be89827e19d72aa1d';
/** The same key in the wallet import format. */
const wif = {
  mainnet: 'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
  regtest: 'cMzLdeGd5vEqxB8B6VFQoRopQ3sLAAvEzDAoQgvX54xwofSWj1fx',
};
const allocator = '11'.repeat(32);

const regtest = { network: 'regtest', depositAddresses: false } as const;
const mainnet = { network: 'mainnet', depositAddresses: false } as const;

describe('keys of an operator', () => {
  it('are hex or in the wallet import format', () => {
    const byHex = readKeys({ solver, allocator }, regtest);
    const byWif = readKeys({ solver: wif.regtest, allocator }, regtest);
    expect(byWif).toEqual(byHex);
    expect(readKeys({ solver: wif.mainnet, allocator }, mainnet).solver.address).toMatch(/^bc1q/);
  });

  it.each([
    [{ solver: wif.mainnet, allocator }, 'keys.bvm.solver', /of another network of Bitcoin/],
    [
      { solver, allocator: `${wif.regtest.slice(0, -1)}y` },
      'keys.bvm.allocator',
      /Not a private key/,
    ],
    [{ solver: '00'.repeat(32), allocator }, 'keys.bvm.solver', /The private key is not one/],
    [
      { solver: solver.toUpperCase(), allocator },
      'keys.bvm.solver',
      /must be a private key of regtest/,
    ],
    [{ solver: '', allocator }, 'keys.bvm.solver', /must be a private key/],
    [{ solver: wif.regtest, allocator: solver }, 'keys.bvm.allocator', /must be another key/],
  ] as const)(
    'that are none of the network are refused by their name alone: %#',
    (keys, path, text) => {
      let error: unknown;
      try {
        readKeys(keys, regtest);
      } catch (thrown) {
        error = thrown;
      }
      if (!isPortageError(error, 'INVALID_CONFIGURATION')) throw new Error('It was taken.');
      expect(error.message).toMatch(text);
      expect(error.message).toContain(path);
      for (const secret of [keys.solver, keys.allocator])
        if (secret !== '')
          expect(`${error.message} ${JSON.stringify(error)}`).not.toContain(secret.slice(2, 20));
    },
  );
});
