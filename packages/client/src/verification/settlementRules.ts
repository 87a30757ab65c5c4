import { Money, type Settlement } from '@portage/core';
import { refuse } from './failCheck.js';
import type { Side } from './trustedChain.js';

/** What must come of money that a swap, or a signature that binds one, takes. */
export interface SettlementRules {
  readonly origin: Side;
  /** The order that is paid; undefined for a swap that nobody fills. */
  readonly orderId: string | undefined;
  /** The recipient, or, of a payment for an order, its depositor. */
  readonly account: string;
  readonly currency: string;
  readonly minimum: bigint;
  /** What goes in at the most: exactly this for an order, at least this otherwise. */
  readonly maximum: bigint;
  /** Accounts of the caller that may get what is left over. */
  readonly refundTo: readonly string[];
  /** Unix seconds. */
  readonly now: number;
  readonly deadlineMax: number;
}

/**
 * The least deposit for which an order is still filled with its minimum: a smaller one would only
 * be refunded.
 *
 * @param order - what the order takes, and what it pays out: as expected, and at the least
 */
export function leastDeposit({
  input,
  expected,
  minimum,
}: {
  readonly input: bigint;
  readonly expected: bigint;
  readonly minimum: bigint;
}): bigint {
  if (expected === 0n) return input;
  return Money.mulDivUp(minimum, input, expected);
}

/**
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`order-id`, `recipient`, `currency`,
 *   `minimum-output`, `amount`, `refund`, `deadline`)
 */
export function judgeSettlement(actual: Settlement, rules: SettlementRules): void {
  const { origin } = rules;
  if (actual.orderId?.toLowerCase() !== rules.orderId?.toLowerCase())
    refuse('order-id', {
      message: 'what comes out of the swap pays another order, or none.',
      expected: rules.orderId ?? 'none',
      actual: actual.orderId ?? 'none',
    });
  if (!origin.sameAccount(actual.account, rules.account))
    refuse('recipient', {
      message:
        'what comes out of the swap goes to somebody else, or is in the name of somebody else.',
      expected: rules.account,
      actual: actual.account,
    });
  if (!origin.sameCurrency(actual.currency, rules.currency))
    refuse('currency', {
      message: 'another currency would come out of the swap.',
      expected: rules.currency,
      actual: actual.currency,
    });
  if (actual.minimum < rules.minimum)
    refuse('minimum-output', {
      message: 'the swap may bring less than was promised.',
      expected: `at least ${rules.minimum.toString()}`,
      actual: actual.minimum,
    });
  const isEnough =
    rules.orderId === undefined
      ? actual.maximum >= rules.maximum
      : actual.maximum === rules.maximum;
  if (!isEnough || actual.maximum < actual.minimum)
    refuse('amount', {
      message: 'the swap would pay in another amount than the order takes.',
      expected: rules.maximum,
      actual: actual.maximum,
    });
  if (!rules.refundTo.some((account) => origin.sameAccount(account, actual.refundTo)))
    refuse('refund', {
      message: 'what the swap leaves over goes to somebody else.',
      expected: rules.refundTo,
      actual: actual.refundTo,
    });
  if (actual.deadline <= rules.now || actual.deadline > rules.deadlineMax) {
    refuse('deadline', {
      message: 'the swap is over already, or stays valid for too long.',
      expected: `after ${String(rules.now)}, until ${String(rules.deadlineMax)}`,
      actual: actual.deadline,
    });
  }
}
