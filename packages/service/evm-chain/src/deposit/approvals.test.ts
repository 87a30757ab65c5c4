import { keccak_256 } from '@noble/hashes/sha3';
import { zeroAddress } from '@portage/core';
import { permit2 } from '@portage/evm/contracts';
import { describe, expect, it } from 'vitest';
import { createDeposits } from './createDeposits.js';

const token = `0x${'a1'.repeat(20)}`;
const signed = `0x${'b2'.repeat(20)}`;
const payer = `0x${'c3'.repeat(20)}`;
const depository = `0x${'d4'.repeat(20)}`;
const approvalProxy = `0x${'e5'.repeat(20)}`;
const router = `0x${'f6'.repeat(20)}`;

const deposits = createDeposits({
  chainId: 8453,
  chainName: 'Base',
  depository,
  plans: { approvalProxy, router, keccak: keccak_256 },
  permits: {
    tokens: new Map([
      [token, { kind: 'permit2' }],
      [signed, { kind: 'eip3009', name: 'USD Coin', version: '2' }],
    ]),
    readNonce: () => Promise.resolve(0n),
  },
  symbolOf: () => 'TOKEN',
  fees: () => undefined,
});

const input = {
  requestId: `0x${'11'.repeat(32)}`,
  orderId: `0x${'22'.repeat(32)}`,
  payer,
  currency: token,
  amount: 7n,
};
const swap = {
  currency: token,
  amount: 9n,
  calls: [],
  gas: 100_000,
  minimum: 7n,
  refundTo: payer,
  deadline: 2_000_000_000,
};

describe('S4: an approval', () => {
  it.each([
    ['a deposit', (isApproved?: boolean) => deposits.steps({ ...input, isApproved }), depository],
    [
      'a swap before it',
      (isApproved?: boolean) => deposits.steps({ ...input, swap, isApproved }),
      approvalProxy,
    ],
    [
      'a swap alone',
      (isApproved?: boolean) =>
        deposits.swapSteps?.({
          requestId: input.requestId,
          payer,
          swap,
          currency: signed,
          recipient: payer,
          isApproved,
        }).steps ?? [],
      approvalProxy,
    ],
  ])(
    'of %s is a step to its spender, and none where the allowance suffices',
    (_, make, spender) => {
      const [approval] = make();
      expect(approval?.id).toBe('approve');
      expect(JSON.stringify(approval)).toContain(spender.slice(2));
      expect(make(false)).toHaveLength(2);
      expect(make(true).map(({ id }) => id)).not.toContain('approve');
      expect(make(true)).toEqual(make(false).slice(1));
    },
  );

  it('is to the depository, the proxy or Permit2', () => {
    const to = (currency: string, by: 'deposit' | 'swap' | 'permit') =>
      deposits.approvedTo?.({ currency, by });
    expect([to(token, 'deposit'), to(token, 'swap'), to(token, 'permit')]).toEqual([
      depository,
      approvalProxy,
      permit2,
    ]);
    expect(to(signed, 'permit')).toBeUndefined();
    expect(to(zeroAddress, 'deposit')).toBeUndefined();
  });
});
