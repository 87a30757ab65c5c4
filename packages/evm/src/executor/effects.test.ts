import { depositoryAbi, testUsdcAbi } from '@portage/contracts';
import type { EvmTransactionData, SignatureData } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { encodeFunctionData, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { signatureEffects } from './signatureEffects.js';
import { transactionEffects } from './transactionEffects.js';

const native = '0x0000000000000000000000000000000000000000';
const account = (byte: string): Hex => `0x${byte.repeat(20)}`;
const [user, depository, token, other] = [
  account('0a'),
  account('0b'),
  account('0c'),
  account('0d'),
];
const orderId: Hex = `0x${'ee'.repeat(32)}`;

function effects(data: Hex, value = '0', to: Hex = depository): readonly Effect[] {
  const transaction: EvmTransactionData = { from: user, to, data, value, chainId: 10 };
  return transactionEffects(transaction);
}

describe('effects of transactions', () => {
  it('reads deposits', () => {
    const deposit = { type: 'deposit', chainId: 10, depository, orderId };
    const nativeData = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [other, orderId],
    });
    expect(effects(nativeData, '7')).toEqual([
      { ...deposit, currency: native, amount: 7n, depositor: other },
    ]);
    const forMe = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositNative',
      args: [native, orderId],
    });
    expect(effects(forMe, '7')).toEqual([
      { ...deposit, currency: native, amount: 7n, depositor: user },
    ]);
    const tokenData = encodeFunctionData({
      abi: depositoryAbi,
      functionName: 'depositErc20',
      args: [user, token, 9n, orderId],
    });
    expect(effects(tokenData)).toEqual([
      { ...deposit, currency: token, amount: 9n, depositor: user },
    ]);
  });

  it('reads approvals, transfers and plain payments', () => {
    const approve = encodeFunctionData({
      abi: testUsdcAbi,
      functionName: 'approve',
      args: [depository, 5n],
    });
    expect(effects(approve, '0', token)).toEqual([
      { type: 'approval', chainId: 10, spender: depository, currency: token, amount: 5n },
    ]);
    const transfer = encodeFunctionData({
      abi: testUsdcAbi,
      functionName: 'transfer',
      args: [other, 5n],
    });
    expect(effects(transfer, '0', token)).toEqual([
      { type: 'payment', chainId: 10, recipient: other, currency: token, amount: 5n },
    ]);
    expect(effects('0x', '3', other)).toEqual([
      { type: 'payment', chainId: 10, recipient: other, currency: native, amount: 3n },
    ]);
  });

  it('reads what a payment carries along, and only 32 bytes of it', () => {
    const reference = `0x${'ab'.repeat(32)}`;
    const paid = { type: 'payment', chainId: 10, recipient: other, reference };
    const data: Hex = `0x00000000${reference.slice(2)}`;
    expect(effects(data, '3', other)).toEqual([{ ...paid, currency: native, amount: 3n }]);
    const transfer = encodeFunctionData({
      abi: testUsdcAbi,
      functionName: 'transfer',
      args: [other, 5n],
    });
    const behind: Hex = `${transfer}${reference.slice(2)}`;
    expect(effects(behind, '0', token)).toEqual([{ ...paid, currency: token, amount: 5n }]);
    for (const [calldata, value, to] of [
      [reference, '3', other],
      [`${data}00`, '3', other],
      [`${behind}${'00'.repeat(32)}`, '0', token],
      [behind, '1', token],
      [behind.slice(0, -2), '0', token],
    ] as const)
      expect(effects(calldata as Hex, value, to)).toMatchObject([{ type: 'unknown' }]);
  });

  const transferFrom = encodeFunctionData({
    abi: testUsdcAbi,
    functionName: 'transferFrom',
    args: [user, other, 1n],
  });
  const approve = encodeFunctionData({
    abi: testUsdcAbi,
    functionName: 'approve',
    args: [depository, 5n],
  });
  it.each([
    ['another call', transferFrom, '0'],
    ['an approval with a tail', `${approve}${'00'.repeat(32)}`, '0'],
    ['an approval that is cut short', approve.slice(0, -2), '0'],
    [
      'an approval with bits above the address',
      `${approve.slice(0, 10)}01${approve.slice(12)}`,
      '0',
    ],
    ['an approval that pays', approve, '1'],
    ['a value that is no number', approve, '-1'],
    ['odd hex', '0x123', '0'],
  ])('does not read %s', (_, data, value) => {
    expect(effects(data as Hex, value, token)).toEqual([
      expect.objectContaining({ type: 'unknown', chainId: 10 }),
    ]);
  });
});

describe('effects of signatures', () => {
  type Typed = Extract<SignatureData['sign'], { signatureKind: 'eip712' }>;
  const field = (list: string) =>
    list.split(',').map((entry) => ({ name: entry.split(' ')[0]!, type: entry.split(' ')[1]! }));
  const permit: Typed = {
    signatureKind: 'eip712',
    primaryType: 'Permit',
    domain: { name: 'USD Coin', version: '2', chainId: 10, verifyingContract: token },
    types: {
      Permit: field('owner address,spender address,value uint256,nonce uint256,deadline uint256'),
    },
    value: { owner: user, spender: depository, value: '5', nonce: 0, deadline: '1800000000' },
  };
  const expected = {
    type: 'permit',
    chainId: 10,
    spender: depository,
    currency: token,
    amount: 5n,
    expiresAt: 1_800_000_000,
  };
  const authorization: Typed = {
    ...permit,
    primaryType: 'TransferWithAuthorization',
    types: {
      TransferWithAuthorization: field(
        'from address,to address,value uint256,validAfter uint256,validBefore uint256,nonce bytes32',
      ),
    },
    value: {
      from: user,
      to: depository,
      value: '5',
      validAfter: 0,
      validBefore: 1_800_000_000,
      nonce: orderId,
    },
  };
  const permit2: Typed = {
    signatureKind: 'eip712',
    primaryType: 'PermitBatchWitnessTransferFrom',
    domain: {
      name: 'Permit2',
      chainId: 10,
      verifyingContract: '0x000000000022D473030F116dDEE9F6B43aC78BA3',
    },
    types: {
      PermitBatchWitnessTransferFrom: field(
        'permitted TokenPermissions[],spender address,nonce uint256,deadline uint256,witness RelayerWitness',
      ),
      TokenPermissions: field('token address,amount uint256'),
    },
    value: {
      permitted: [
        { token, amount: '5' },
        { token: other, amount: '6' },
      ],
      spender: depository,
      nonce: '1',
      deadline: '1800000000',
      witness: {},
    },
  };

  it('reads permits of every kind, each token of a batch included', () => {
    expect(signatureEffects(permit)).toEqual([{ ...expected, isAllowance: true }]);
    expect(signatureEffects(authorization)).toEqual([expected]);
    expect(signatureEffects(permit2)).toEqual([
      expected,
      { ...expected, currency: other, amount: 6n },
    ]);
  });

  it('takes the later of the two ends of a Permit2 allowance', () => {
    const single: Typed = {
      ...permit2,
      primaryType: 'PermitSingle',
      types: {
        PermitSingle: field('details PermitDetails,spender address,sigDeadline uint256'),
        PermitDetails: field('token address,amount uint160,expiration uint48,nonce uint48'),
      },
      value: {
        details: { token, amount: '5', expiration: '1900000000', nonce: '0' },
        spender: depository,
        sigDeadline: '1800000000',
      },
    };
    expect(signatureEffects(single)).toEqual([{ ...expected, expiresAt: 1_900_000_000 }]);
  });

  it.each([
    ['a message', { signatureKind: 'eip191', message: 'hello' } as const],
    [
      'a permit with another member',
      {
        ...permit,
        types: {
          Permit: field(
            'owner address,spender address,value uint256,nonce uint256,deadline uint256,extra uint256',
          ),
        },
      },
    ],
    [
      'a Permit2 struct for another contract',
      { ...permit2, domain: { ...permit2.domain, verifyingContract: token } },
    ],
    [
      'a nested struct of another shape',
      {
        ...permit2,
        types: { ...permit2.types, TokenPermissions: field('amount uint256,token address') },
      },
    ],
    [
      'a permit whose amount is missing',
      { ...permit, value: { ...permit.value, value: undefined } },
    ],
    // Wallets take the members of the domain from here: what is signed would hold for other
    // contracts and chains.
    [
      'a permit that says itself what its domain is',
      { ...permit, types: { ...permit.types, EIP712Domain: field('name string,version string') } },
    ],
    [
      'a permit for 0x10 of the smallest unit',
      { ...permit, value: { ...permit.value, value: '0x10' } },
    ],
    ['a permit for a number with blanks', { ...permit, value: { ...permit.value, value: ' 5' } }],
    ['a permit for nothing at all', { ...permit, value: { ...permit.value, value: '' } }],
    [
      'a permit for more than numbers hold',
      { ...permit, value: { ...permit.value, value: 2 ** 53 } },
    ],
    ['a batch of nothing', { ...permit2, value: { ...permit2.value, permitted: [] } }],
    [
      'anything else',
      { ...permit, primaryType: 'Order', types: { Order: field('maker address') } },
    ],
  ])('does not read %s', (_, sign) => {
    expect(signatureEffects(sign)).toEqual([expect.objectContaining({ type: 'unknown' })]);
  });

  it('shows the chain that is signed for, and none where none is', () => {
    const chainOf = (chainId: unknown) =>
      signatureEffects({ ...permit, domain: { ...permit.domain, chainId } })[0]!.chainId;
    expect(
      [10, '10', [10], true, '0x0a', ' 10', 10.5, 1e300, null, undefined].map(chainOf),
    ).toEqual([10, 10, 0, 0, 0, 0, 0, 0, 0, 0]);
  });
});
