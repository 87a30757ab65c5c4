import type { PermitEffect } from '@portage/core/executor';
import { describe, expect, it } from 'vitest';
import { createEffectPolicy } from './effectPolicy.js';
import { checkPermit, type PermitRules } from './permitRules.js';
import type { TrustedChain } from './trustedChain.js';

const same = (a: string, b: string): boolean => a === b;
// No other member of the chain is read.
const origin = { sameAccount: same, sameCurrency: same } as unknown as TrustedChain;
const rules: PermitRules = {
  spender: 'proxy',
  expiresAtMax: 1_000,
  settlement: {
    origin,
    orderId: '0xaa',
    account: 'user',
    currency: 'usdc',
    minimum: 50n,
    maximum: 50n,
    takesMore: false,
    refundTo: ['user'],
    now: 500,
    deadlineMax: 2_000,
  },
};
const settlement = {
  orderId: '0xAA',
  account: 'user',
  currency: 'usdc',
  minimum: 50n,
  maximum: 50n,
  refundTo: 'user',
  deadline: 900,
};
const permit: PermitEffect = {
  type: 'permit',
  chainId: 1,
  spender: 'proxy',
  currency: 'usdc',
  amount: 50n,
  expiresAt: 900,
  settlement,
};

describe('a permit', () => {
  it('V9: that pays this order in time, through the trusted contract, is let pass', () => {
    expect(() => checkPermit(permit, rules)).not.toThrow();
  });

  it('that pays in all of a surplus is let pass only where the request gives it away', () => {
    const open = { ...permit, settlement: { ...settlement, maximum: 2n ** 256n - 1n } };
    const given = { ...rules, settlement: { ...rules.settlement, takesMore: true } };
    expect(() => checkPermit(open, given)).not.toThrow();
    expect(() => checkPermit(permit, given)).not.toThrow();
    expect(() => checkPermit(open, rules)).toThrow('the swap pays in another amount');
  });

  it.each([
    ['was not asked for', permit, undefined],
    ['is for another spender (V10)', { ...permit, spender: 'solver' }, rules],
    ['is valid for longer (V10)', { ...permit, expiresAt: 1_001 }, rules],
    ['binds nothing (N16)', { ...permit, settlement: undefined }, rules],
    [
      'pays another order (N16)',
      { ...permit, settlement: { ...settlement, orderId: '0xbb' } },
      rules,
    ],
    [
      'is in the name of somebody else (N16)',
      { ...permit, settlement: { ...settlement, account: 'thief' } },
      rules,
    ],
    ['pays in less', { ...permit, settlement: { ...settlement, minimum: 49n } }, rules],
    [
      'gives the rest to somebody else',
      { ...permit, settlement: { ...settlement, refundTo: 'thief' } },
      rules,
    ],
    ['binds no time', { ...permit, settlement: { ...settlement, deadline: 3_000 } }, rules],
  ] as const)('that %s is refused', (_, effect, allowed) => {
    expect(() => checkPermit(effect, allowed)).toThrow(
      expect.objectContaining({ code: 'QUOTE_VERIFICATION_FAILED' }),
    );
  });
});

describe('a permit that only allows', () => {
  // No other member of the chain is read.
  const chain = { ...origin, info: { id: 1 } } as unknown as TrustedChain;
  const makePolicy = () =>
    createEffectPolicy({
      origin: chain,
      user: 'user',
      currency: 'usdc',
      amount: 50n,
      spenders: [],
      permit: rules,
      allowUnknownEffects: false,
    });
  const allowance: PermitEffect = { ...permit, settlement: undefined, isAllowance: true };

  it('is let pass beside the one that pays, and pays nothing itself', () => {
    const policy = makePolicy();
    policy.check([allowance]);
    expect(policy.payments()).toBe(0);
    policy.check([permit]);
    expect(policy.payments()).toBe(1);
    expect(() => policy.check([permit])).toThrow(
      expect.objectContaining({ code: 'QUOTE_VERIFICATION_FAILED' }),
    );
  });

  it.each([
    ['is for another spender (V10)', { ...allowance, spender: 'solver' }],
    ['is valid for longer (V10)', { ...allowance, expiresAt: 1_001 }],
    ['is for more (V10)', { ...allowance, amount: 51n }],
    ['is of another currency (V10)', { ...allowance, currency: 'weth' }],
    ['is of another chain (V10)', { ...allowance, chainId: 2 }],
  ] as const)('is refused that %s', (_name, effect) => {
    expect(() => makePolicy().check([effect])).toThrow(
      expect.objectContaining({ code: 'QUOTE_VERIFICATION_FAILED' }),
    );
  });

  it('is refused where no permit was asked for', () => {
    const policy = createEffectPolicy({
      origin: chain,
      user: 'user',
      currency: 'usdc',
      amount: 50n,
      spenders: ['proxy'],
      allowUnknownEffects: false,
    });
    expect(() => policy.check([allowance])).toThrow(
      expect.objectContaining({ code: 'QUOTE_VERIFICATION_FAILED' }),
    );
  });
});
