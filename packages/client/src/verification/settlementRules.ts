import { mulDivUp } from '@portage/core';
import type { Settlement } from '@portage/core/executor';
import { failCheck } from './failCheck.js';
import type { TrustedChain } from './trustedChain.js';

/** Rules for the output of a swap, or of a signature that binds one. */
export interface SettlementRules {
  readonly origin: TrustedChain;
  /** Order that is paid; undefined for a swap without a fill. */
  readonly orderId: string | undefined;
  /** Recipient of the output; for an order, its depositor. */
  readonly account: string;
  readonly currency: string;
  readonly minimum: bigint;
  /** Most that is paid in: exactly this, or at least this where `takesMore`. */
  readonly maximum: bigint;
  /** Whether what the swap brings beyond `maximum` may be paid in too. */
  readonly takesMore: boolean;
  /** Accounts of the caller that may get the rest. */
  readonly refundTo: readonly string[];
  /** Unix seconds. */
  readonly now: number;
  readonly deadlineMax: number;
}

/** Amounts of an order, in smallest units. */
export interface OrderAmounts {
  readonly input: bigint;
  readonly expectedOutput: bigint;
  readonly minimumOutput: bigint;
}

/**
 * The least deposit for which an order is still filled with its minimum. A smaller one would only
 * be refunded.
 */
export function minimumDeposit({ input, expectedOutput, minimumOutput }: OrderAmounts): bigint {
  if (expectedOutput === 0n) return input;
  return mulDivUp(minimumOutput, input, expectedOutput);
}

/**
 * Checks the output that signed bytes bind a swap to.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`order-id`, `recipient`, `currency`,
 *   `minimum-output`, `amount`, `refund`, `deadline`)
 */
export function checkSettlement(actual: Settlement, rules: SettlementRules): void {
  const { origin } = rules;
  if (actual.orderId?.toLowerCase() !== rules.orderId?.toLowerCase())
    failCheck('order-id', {
      message: 'the output pays another order, or none.',
      expected: rules.orderId ?? 'none',
      actual: actual.orderId ?? 'none',
    });
  if (!origin.sameAccount(actual.account, rules.account))
    failCheck('recipient', {
      message: 'the output goes to another account.',
      expected: rules.account,
      actual: actual.account,
    });
  if (!origin.sameCurrency(actual.currency, rules.currency))
    failCheck('currency', {
      message: 'the output is in another currency.',
      expected: rules.currency,
      actual: actual.currency,
    });
  if (actual.minimum < rules.minimum)
    failCheck('minimum-output', {
      message: 'the swap may bring too little.',
      expected: `at least ${rules.minimum.toString()}`,
      actual: actual.minimum,
    });
  const isEnough = rules.takesMore
    ? actual.maximum >= rules.maximum
    : actual.maximum === rules.maximum;
  if (!isEnough || actual.maximum < actual.minimum)
    failCheck('amount', {
      message: 'the swap pays in another amount.',
      expected: rules.maximum,
      actual: actual.maximum,
    });
  if (!rules.refundTo.some((account) => origin.sameAccount(account, actual.refundTo)))
    failCheck('refund', {
      message: 'the rest goes to another account.',
      expected: rules.refundTo,
      actual: actual.refundTo,
    });
  const { deadline } = actual;
  if (deadline === undefined) return;
  if (deadline <= rules.now || deadline > rules.deadlineMax) {
    failCheck('deadline', {
      message: 'the swap is over, or valid for too long.',
      expected: `after ${String(rules.now)}, until ${String(rules.deadlineMax)}`,
      actual: deadline,
    });
  }
}
