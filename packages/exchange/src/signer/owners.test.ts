import { createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { privateKeyFrom } from '../signature/index.js';
import { keySigner } from './keySigner.js';

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
const client = createWalletClient({ account, transport: http('http://127.0.0.1:9') });
const key = {
  accountIndex: 7,
  apiKeyIndex: 2,
  privateKey: privateKeyFrom(new Uint8Array(48).fill(3)),
};

describe('N3: the owner of an account', () => {
  it.each([
    ['an account of viem', () => keySigner({ ...key, owner: account })],
    ['a wallet client of viem', () => keySigner({ ...key, owner: client })],
    [
      'a wallet that signs texts',
      () =>
        keySigner({
          ...key,
          owner: {
            address: account.address,
            signMessage: (message) => account.signMessage({ message }),
          },
        }),
    ],
  ])('is %s', async (_, make) => {
    const signer = make();
    expect(signer.owner).toBe(account.address);
    expect(await signer.signOwnerText?.('a text')).toBe(
      await account.signMessage({ message: 'a text' }),
    );
  });

  it('is said where it lacks', () => {
    expect(() => keySigner({ ...key } as never)).toThrow(
      expect.objectContaining({ code: 'INVALID_CONFIGURATION' }),
    );
  });
});
