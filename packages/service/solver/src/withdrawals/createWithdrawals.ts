import type { WithdrawalContext } from './withdrawalContext.js';
import { executeWithdrawal } from './executeWithdrawal.js';
import { prepareWithdrawal } from './prepareWithdrawal.js';
import type { PreparedWithdrawal, SignedWithdrawal, WithdrawalTerms } from './withdrawalTerms.js';
import { completePolicy, type PolicyChanges } from '../policy/solverPolicy.js';

/** Takes what owners ask for and what they signed. */
export interface OwnerWithdrawals {
  /** Says what an owner has to sign. Nothing is stored. */
  prepare(terms: WithdrawalTerms): Promise<PreparedWithdrawal>;
  /** Takes an owner's signature in, and answers the id of its job. */
  execute(signed: SignedWithdrawal): Promise<string>;
}

/** Settings of {@link createWithdrawals}. */
export interface WithdrawalsOptions extends Omit<WithdrawalContext, 'policy'> {
  /** Members that differ from those of {@link completePolicy}. */
  readonly policy?: PolicyChanges | undefined;
}

/**
 * Makes what takes owners' signatures: judged on their chains, then taken in by settlement, once.
 *
 * @example
 * ```ts
 * const withdrawals = createWithdrawals({ chains, settlement, prices, clock: systemClock });
 * const { nonce, amount } = await withdrawals.prepare(terms);
 * ```
 */
export function createWithdrawals(options: WithdrawalsOptions): OwnerWithdrawals {
  const context = { ...options, policy: completePolicy(options.policy) };
  return {
    prepare: (terms) => prepareWithdrawal(context, terms),
    execute: (signed) => executeWithdrawal(context, signed),
  };
}
