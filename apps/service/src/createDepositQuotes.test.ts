import type { StoredKey } from '@portage/access';
import type { NewRequest, OpenDeposit } from '@portage/settlement';
import { expect, test } from 'vitest';
import { createDepositQuotes } from './createDepositQuotes.js';

test.each([
  ['without a key', undefined, undefined, false],
  ['with a key', 'key_1', { revokedAt: undefined }, false],
  ['with a revoked key', 'key_1', { revokedAt: 1 }, true],
])(
  'a deposit at an address that was asked for %s is quoted by what the key is now (keys-and-usage#revoked-key)',
  async (_, apiKeyId, key, isKeyRevoked) => {
    const asked: string[] = [];
    const told: (boolean | undefined)[] = [];
    const quote = createDepositQuotes({
      keys: {
        find: (id) => {
          asked.push(id);
          return Promise.resolve(key as StoredKey | undefined);
        },
      },
      quoter: {
        quoteDeposit: (_deposit, isRevoked) => {
          told.push(isRevoked);
          return Promise.resolve({} as NewRequest);
        },
      },
    });
    await quote({ address: { apiKeyId } } as OpenDeposit);
    expect(asked).toEqual(apiKeyId === undefined ? [] : [apiKeyId]);
    expect(told).toEqual([isKeyRevoked]);
  },
);
