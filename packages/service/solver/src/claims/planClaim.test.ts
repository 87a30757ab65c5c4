import { fakeAddress, fakeNative } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { createBudget } from '../plan/createBudget.js';
import type { DueClaim } from './claim.js';
import { planClaim, type ClaimFacts } from './planClaim.js';

const usdc = fakeAddress('usdc');

/** Gas for so many micro-USD, at 2000 USD for a native currency of 18 decimals. */
const gasOf = (microUsd: bigint): bigint => microUsd * 5n * 10n ** 8n;

/** A claim of 10 USDC, of which a hundredth is 0.10 USD. */
const claim: DueClaim = {
  jobId: 1,
  id: `0x${'cd'.repeat(32)}`,
  attempts: 0,
  ageMs: 0,
  madeBy: undefined,
  wallet: 'alice',
  chainId: 2,
  currency: usdc,
  amount: 10_000_000n,
  recipient: fakeAddress('alice'),
};

/** Decision where the payment costs so many micro-USD. */
function decide(
  microUsd: bigint,
  changes: Partial<DueClaim> = {},
  recipient: ClaimFacts['recipient'] = 'unread',
) {
  const { context, fake } = createChainContext();
  fake.setFee(gasOf(microUsd));
  const budget = createBudget(
    [usdc, fakeNative].map((currency) => ({ currency, balance: 10n ** 30n, reserved: 0n })),
  );
  return planClaim(
    context,
    { ...claim, ...changes },
    { recipient, budget, simulation: { status: 'passes' } },
  );
}

describe('planClaim', () => {
  it('pays a claim while its gas is within twice a hundredth of it', () => {
    expect(decide(100_000n)).toMatchObject({ type: 'pay' });
    expect(decide(200_000n)).toMatchObject({ type: 'pay' });
  });

  it('L12: waits while gas takes more of a claim, and then gives it back', () => {
    expect(decide(200_001n)).toMatchObject({
      type: 'wait',
      reason: 'gas costs more than was charged',
    });
    expect(decide(200_001n, { ageMs: 60_000 })).toEqual({
      type: 'return',
      reason: 'QUOTED_GAS_LIMIT_EXCEEDED',
    });
    expect(decide(200_000n, { ageMs: 60_000 })).toMatchObject({ type: 'pay' });
  });

  it('waits for the allowance of its currency, whatever its simulation says', () => {
    const { context } = createChainContext();
    const lackOf = (currency: string, amount: bigint): string | undefined =>
      currency === usdc && amount === claim.amount ? 'the allowance waits' : undefined;
    const simulation = { status: 'reverts', reason: 'no allowance' } as const;
    const facts = { recipient: 'unread', budget: createBudget([]), simulation } as const;
    const lastTry = { ...claim, attempts: context.policy.claims.attemptsMax };
    expect(planClaim({ ...context, lackOf }, lastTry, facts)).toMatchObject({
      type: 'wait',
      reason: 'the allowance waits',
    });
    expect(planClaim(context, lastTry, facts)).toMatchObject({ type: 'return' });
  });

  it('counts the rent of an account that it opens', () => {
    const opened = { rent: gasOf(190_000n), least: 0n };
    expect(decide(10_000n, {}, opened)).toMatchObject({ type: 'pay', opensAccount: true });
    expect(decide(20_000n, {}, opened)).toMatchObject({ type: 'wait' });
  });

  it('counts a claim of native currency without a price', () => {
    const native = { currency: fakeNative, amount: gasOf(10_000_000n) };
    expect(decide(200_000n, native)).toMatchObject({ type: 'pay' });
    expect(decide(200_001n, native)).toMatchObject({ type: 'wait' });
  });
});
