import type { Step } from '@portage/core';
import type { Effect } from '@portage/core/executor';
import { encodePacked, getCreate2Address, getCreateAddress, keccak256, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { chains, codec, requestId, stranger, usdc, user } from '../../test/fixtures.js';
import { checkDepositAddress, checkNoDepositAddress } from './checkDepositAddress.js';
import { createEffectPolicy } from './effectPolicy.js';
import { createTrustedChains } from './trustedChain.js';
import { readExpectedQuote } from './expectedQuote.js';

const factory = '0x5555555555555555555555555555555555555555';
const orderId: Hex = `0x${'0d'.repeat(32)}`;

/** The clone of EIP-1167, by an implementation that is not ours. */
function cloneOf(depositor: string, maker: Hex = factory): Hex {
  const account = getCreateAddress({ from: maker, nonce: 1n });
  const bytecode: Hex = `0x3d602d80600a3d3981f3363d3d373d3d3d363d73${account.slice(2)}5af43d82803e903d91602b57fd5bf3`;
  return getCreate2Address({
    from: maker,
    salt: keccak256(encodePacked(['bytes32', 'address'], [orderId, depositor as Hex])),
    bytecode,
  });
}

const withAddresses = {
  ...codec,
  depositAddress: (maker: string, { depositor }: { readonly depositor: string }) =>
    cloneOf(depositor, maker as Hex).toLowerCase(),
};

function trustedChain(depositAddresses: string | undefined = factory) {
  const listed = chains.map((chain) => ({
    ...chain,
    protocol: { v2: { ...chain.protocol.v2, depositAddresses } },
  }));
  return createTrustedChains({ chains: listed, executors: [], codecs: [withAddresses] }).byId(8453);
}

const expected = readExpectedQuote({
  user,
  originChainId: 8453,
  destinationChainId: 10,
  useDepositAddress: true,
  originCurrency: usdc.base,
  amount: '1000',
});
const stepsOf = (depositAddress: string): readonly Step[] => [
  {
    id: 'deposit',
    action: '',
    description: '',
    kind: 'transaction',
    requestId,
    depositAddress,
    items: [],
  },
];
const refusal = (run: () => unknown): unknown => {
  try {
    run();
  } catch (error) {
    return error instanceof Error && 'context' in error ? error.context : error;
  }
  return 'accepted';
};

describe('deposit addresses', () => {
  it('are computed from the trusted contract, the order and who may recover the money', () => {
    const origin = trustedChain();
    expect(checkDepositAddress(stepsOf(cloneOf(user)), orderId, { expected, origin })).toBe(
      cloneOf(user).toLowerCase(),
    );
    const recovered = { ...expected, recoveryAddress: stranger };
    expect(
      checkDepositAddress(stepsOf(cloneOf(stranger)), orderId, { expected: recovered, origin }),
    ).toBe(cloneOf(stranger).toLowerCase());
  });

  it.each([
    ['another account', stepsOf(stranger), trustedChain()],
    ['the address of another depositor', stepsOf(cloneOf(stranger)), trustedChain()],
    ['an address of another contract', stepsOf(cloneOf(user, stranger)), trustedChain()],
    [
      'any address, of a chain whose contract is not in the list',
      stepsOf(cloneOf(user)),
      createTrustedChains({ chains, executors: [], codecs: [withAddresses] }).byId(8453),
    ],
    [
      'any address, where no codec computes them',
      stepsOf(cloneOf(user)),
      createTrustedChains({ chains, executors: [], codecs: [codec] }).byId(8453),
    ],
  ])('are not believed when a step shows %s (deposit-addresses#checked)', (_, steps, origin) => {
    expect(refusal(() => checkDepositAddress(steps, orderId, { expected, origin }))).toMatchObject({
      check: 'deposit-address',
    });
  });

  it('are not shown to whoever did not ask for one', () => {
    expect(refusal(() => checkNoDepositAddress(stepsOf(cloneOf(user))))).toMatchObject({
      check: 'deposit-address',
    });
    expect(refusal(() => checkNoDepositAddress(stepsOf('')))).toBe('accepted');
  });

  it('take one payment of the very amount and currency, and no approval', () => {
    const payment: Effect = {
      type: 'payment',
      chainId: 8453,
      recipient: cloneOf(user),
      currency: usdc.base,
      amount: 1_000n,
    };
    const check = (...effects: readonly Effect[]): unknown =>
      refusal(() =>
        createEffectPolicy({
          origin: trustedChain(),
          user,
          currency: usdc.base,
          amount: 1_000n,
          spenders: [],
          payment: { recipient: cloneOf(user), check: 'deposit-address' },
          allowUnknownEffects: false,
        }).check(effects),
      );
    expect(check(payment)).toBe('accepted');
    expect(check({ ...payment, recipient: stranger })).toMatchObject({ check: 'deposit-address' });
    expect(check({ ...payment, amount: 1_001n })).toMatchObject({ check: 'amount' });
    expect(check({ ...payment, currency: codec.nativeCurrency })).toMatchObject({
      check: 'currency',
    });
    expect(check({ ...payment, chainId: 10 })).toMatchObject({ check: 'chain' });
    expect(check(payment, payment)).toMatchObject({ check: 'effects' });
    expect(
      check({
        type: 'approval',
        chainId: 8453,
        spender: cloneOf(user),
        currency: usdc.base,
        amount: 1_000n,
      }),
    ).toMatchObject({ check: 'effects' });
  });
});
