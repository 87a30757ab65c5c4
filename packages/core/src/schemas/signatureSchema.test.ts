import { describe, expect, it } from 'vitest';
import { endpoints } from './endpoints.js';
import { signatureQuerySchema } from './transactions.js';
import { withdrawalBodySchema } from './withdrawals.js';

/** Signature of a Safe: 65 bytes for each owner. */
const ofOwners = (count: number): string => `0x${'ab'.repeat(65 * count)}`;

const withdrawal = {
  chainId: 'base',
  currency: 'usdc',
  amount: '1',
  ownerChainId: 'base',
  owner: 'alice',
  recipient: 'bob',
  nonce: `0x${'11'.repeat(32)}`,
};

describe('a signature of a smart account', () => {
  it.each([
    ['one owner', 1, true],
    ['32 owners', 32, true],
    ['94 owners', 94, true],
    ['95 owners', 95, false],
  ] as const)('of %s is taken or not, wherever it is given', (_, owners, isTaken) => {
    const signature = ofOwners(owners);
    expect(signatureQuerySchema.safeParse({ signature }).success).toBe(isTaken);
    expect(endpoints.executePermits.query.safeParse({ signature }).success).toBe(isTaken);
    expect(withdrawalBodySchema.safeParse({ ...withdrawal, signature }).success).toBe(isTaken);
  });
});
