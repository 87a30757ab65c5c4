import type { PermitEffect } from '@portage/core';
import { refuse } from './failCheck.js';
import { judgeSettlement, type SettlementRules } from './settlementRules.js';

/** What a signature may allow that somebody else submits. */
export interface PermitRules {
  /** The one contract that may take the money. */
  readonly spender: string;
  /** Unix seconds. */
  readonly expiresAtMax: number;
  /** What must come of the money; a signature that does not bind it is refused. */
  readonly settlement: SettlementRules;
}

/**
 * A permit that takes nothing by itself must be for the trusted contract, which moves money for its
 * owner's own transaction or signature alone, and for no longer than was asked for.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`effects`)
 */
export function judgeAllowance(
  effect: PermitEffect,
  rules: PermitRules | undefined,
): asserts rules is PermitRules {
  if (rules === undefined)
    refuse('effects', {
      message: 'a permit would be signed that was not asked for.',
      actual: effect,
    });
  const { spender, expiresAtMax, settlement } = rules;
  if (!settlement.origin.sameAccount(effect.spender, spender))
    refuse('effects', {
      message: 'somebody who is not trusted would be allowed to spend.',
      expected: spender,
      actual: effect.spender,
    });
  if (effect.expiresAt > expiresAtMax)
    refuse('effects', {
      message: 'the permit is valid for longer than was asked for.',
      expected: `until ${String(expiresAtMax)}`,
      actual: effect.expiresAt,
    });
}

/**
 * A permit must be for the trusted contract, for no longer than was asked for, and for this order
 * alone: what is signed has to bind what comes of the money.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`effects`, and what the settlement fails)
 */
export function judgePermit(effect: PermitEffect, rules: PermitRules | undefined): void {
  judgeAllowance(effect, rules);
  if (effect.settlement === undefined)
    refuse('effects', {
      message: 'the permit does not say what must come of the money.',
      actual: effect,
    });
  judgeSettlement(effect.settlement, rules.settlement);
}
