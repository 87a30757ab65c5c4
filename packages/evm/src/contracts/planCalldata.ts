import { zeroAddress } from '@portage/core';
import { selectors } from '../abi/generated/selectors.js';
import { readExactAddress, readUint } from '../abi/reader.js';
import { addressWord, uintWord } from '../abi/words.js';
import { decodePlan, encodePlan, type Plan } from './plan.js';

/** The contracts of a chain that carry plans out. */
export interface PlanContracts {
  /** Carries out plans, and is called with native currency. */
  readonly router: string;
  /** Holds allowances, and is called for tokens. */
  readonly approvalProxy: string;
}

/** Money that a payer gives for a plan. */
export interface PlanFunds {
  /** Zero for native currency. */
  readonly currency: string;
  readonly amount: bigint;
}

/** A call of the payer that has a plan carried out. */
export interface PlanTransaction {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
}

/**
 * `Router.execute` with native currency, or `ApprovalProxy.pull` of a token.
 *
 * @example
 * ```ts
 * planTransaction(plan, { currency, amount: 1_000_000n }, { router, approvalProxy });
 * ```
 */
export function planTransaction(
  plan: Plan,
  { currency, amount }: PlanFunds,
  { router, approvalProxy }: PlanContracts,
): PlanTransaction {
  if (currency === zeroAddress)
    return {
      to: router,
      value: amount,
      data: `${selectors.execute}${uintWord(0x20n)}${encodePlan(plan)}`,
    };
  return {
    to: approvalProxy,
    value: 0n,
    data: `${selectors.pull}${addressWord(currency)}${uintWord(amount)}${uintWord(0x60n)}${encodePlan(plan)}`,
  };
}

/** Reads what {@link planTransaction} writes, and nothing else. Lower case. */
export function readPlanTransaction(
  data: string,
  value: bigint,
): { readonly funds: PlanFunds; readonly plan: Plan } | undefined {
  if (data.startsWith(selectors.execute)) {
    const plan = data.slice(10, 74) === uintWord(0x20n) ? decodePlan(data.slice(74)) : undefined;
    return plan === undefined
      ? undefined
      : { funds: { currency: zeroAddress, amount: value }, plan };
  }
  // Native currency beside a token would be spent by the calls, and nothing shows it.
  if (!data.startsWith(selectors.pull) || value !== 0n) return undefined;
  const words = data.slice(10);
  const currency = readExactAddress(words, 0);
  if (currency === undefined || readUint(words, 2) !== 0x60n) return undefined;
  const plan = decodePlan(words.slice(192));
  return plan === undefined ? undefined : { funds: { currency, amount: readUint(words, 1) }, plan };
}
