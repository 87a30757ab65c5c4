import type { Effect, Step } from '@portage/core';
import { encodePacked, getCreate2Address, getCreateAddress, keccak256, type Hex } from 'viem';
import { describe, expect, it } from 'vitest';
import { chains, codec, requestId, stranger, usdc, user } from '../../test/fixtures.js';
import { checkDepositAddress, refuseDepositAddresses } from './checkDepositAddress.js';
import { createEffectJudge } from './effectPolicy.js';
import { createSides } from './trustedChain.js';
import { readWanted } from './expectedQuote.js';

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

function sideOf(depositAddresses: string | undefined = factory) {
  const listed = chains.map((chain) => ({
    ...chain,
    protocol: { v2: { ...chain.protocol.v2, depositAddresses } },
  }));
  return createSides({ chains: listed, executors: [], codecs: [withAddresses] }).byId(8453);
}

const wanted = readWanted({
  user,
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
    const origin = sideOf();
    expect(checkDepositAddress(stepsOf(cloneOf(user)), orderId, { wanted, origin })).toBe(
      cloneOf(user).toLowerCase(),
    );
    const recovered = { ...wanted, recoveryAddress: stranger };
    expect(
      checkDepositAddress(stepsOf(cloneOf(stranger)), orderId, { wanted: recovered, origin }),
    ).toBe(cloneOf(stranger).toLowerCase());
  });

  it.each([
    ['another account', stepsOf(stranger), sideOf()],
    ['the address of another depositor', stepsOf(cloneOf(stranger)), sideOf()],
    ['an address of another contract', stepsOf(cloneOf(user, stranger)), sideOf()],
    [
      'any address, of a chain whose contract is not in the list',
      stepsOf(cloneOf(user)),
      createSides({ chains, executors: [], codecs: [withAddresses] }).byId(8453),
    ],
    [
      'any address, where no codec computes them',
      stepsOf(cloneOf(user)),
      createSides({ chains, executors: [], codecs: [codec] }).byId(8453),
    ],
  ])('are not believed when a step shows %s', (_, steps, origin) => {
    expect(refusal(() => checkDepositAddress(steps, orderId, { wanted, origin }))).toMatchObject({
      check: 'deposit-address',
    });
  });

  it('are not shown to whoever did not ask for one', () => {
    expect(refusal(() => refuseDepositAddresses(stepsOf(cloneOf(user))))).toMatchObject({
      check: 'deposit-address',
    });
    expect(refusal(() => refuseDepositAddresses(stepsOf('')))).toBe('accepted');
  });

  it('take one payment of the very amount and currency, and no approval', () => {
    const payment: Effect = {
      type: 'payment',
      chainId: 8453,
      recipient: cloneOf(user),
      currency: usdc.base,
      amount: 1_000n,
    };
    const judge = (...effects: readonly Effect[]): unknown =>
      refusal(() =>
        createEffectJudge({
          origin: sideOf(),
          user,
          currency: usdc.base,
          amount: 1_000n,
          spenders: [],
          depositAddress: cloneOf(user),
          allowUnknownEffects: false,
        }).judge(effects),
      );
    expect(judge(payment)).toBe('accepted');
    expect(judge({ ...payment, recipient: stranger })).toMatchObject({ check: 'deposit-address' });
    expect(judge({ ...payment, amount: 1_001n })).toMatchObject({ check: 'amount' });
    expect(judge({ ...payment, currency: codec.nativeCurrency })).toMatchObject({
      check: 'currency',
    });
    expect(judge({ ...payment, chainId: 10 })).toMatchObject({ check: 'chain' });
    expect(judge(payment, payment)).toMatchObject({ check: 'effects' });
    expect(
      judge({
        type: 'approval',
        chainId: 8453,
        spender: cloneOf(user),
        currency: usdc.base,
        amount: 1_000n,
      }),
    ).toMatchObject({ check: 'effects' });
  });
});
