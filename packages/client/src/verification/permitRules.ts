import type { PermitEffect } from '@portage/core/executor';
import { failCheck } from './failCheck.js';
import { checkSettlement, type SettlementRules } from './settlementRules.js';

/** Rules for a signature that another party submits. */
export interface PermitRules {
  /** The only contract that may take the money. */
  readonly spender: string;
  /** Unix seconds. */
  readonly expiresAtMax: number;
  /** Rules for what comes of the money. A signature that does not bind it is refused. */
  readonly settlement: SettlementRules;
}

/**
 * Checks a permit that takes nothing by itself. It must be for the trusted contract, which moves
 * money for its owner's own transaction or signature alone, and for no longer than was asked for.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`effects`)
 */
export function checkAllowance(
  effect: PermitEffect,
  rules: PermitRules | undefined,
): asserts rules is PermitRules {
  if (rules === undefined)
    failCheck('effects', {
      message: 'a permit would be signed that was not asked for.',
      actual: effect,
    });
  const { spender, expiresAtMax, settlement } = rules;
  if (!settlement.origin.sameAccount(effect.spender, spender))
    failCheck('effects', {
      message: 'a spender that is not trusted could take the tokens.',
      expected: spender,
      actual: effect.spender,
    });
  if (effect.expiresAt > expiresAtMax)
    failCheck('effects', {
      message: 'the permit is valid for too long.',
      expected: `until ${String(expiresAtMax)}`,
      actual: effect.expiresAt,
    });
}

/**
 * Checks a permit that takes the money. It must be for the trusted contract, for no longer than was
 * asked for, and for this order alone: the signature has to bind what comes of the money.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`effects`, and what the settlement fails)
 */
export function checkPermit(effect: PermitEffect, rules: PermitRules | undefined): void {
  checkAllowance(effect, rules);
  if (effect.settlement === undefined)
    failCheck('effects', { message: 'the permit binds no output.', actual: effect });
  checkSettlement(effect.settlement, rules.settlement);
}
