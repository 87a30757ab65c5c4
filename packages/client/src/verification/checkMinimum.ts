import { mulDivDown, wholeBps } from '@portage/core';
import { failCheck } from './failCheck.js';

/** A least amount, and what it is compared with. */
export interface MinimumCheck {
  /** Amount that the tolerance is taken off, smallest units. */
  readonly amount: bigint;
  /** Basis points. */
  readonly toleranceBps: bigint;
  readonly minimum: bigint;
}

/**
 * Refuses a least amount that is less than a tolerance allows.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`minimum-output`)
 */
export function checkMinimum({ amount, toleranceBps, minimum }: MinimumCheck, of: string): void {
  // Rounded down: the last unit belongs to the rounding of the service.
  const least = mulDivDown(amount, wholeBps - toleranceBps, wholeBps);
  if (minimum < least)
    failCheck('minimum-output', {
      message: `the ${of} promises less than the tolerance allows.`,
      expected: `at least ${least.toString()}`,
      actual: minimum,
    });
}
