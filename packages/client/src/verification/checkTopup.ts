import type { OrderData } from '@portage/core';
import { failCheck } from './failCheck.js';
import type { TrustedChain } from './trustedChain.js';

type Payment = OrderData['output']['payments'][number];

/** Top-up that was asked for, and where. */
export interface TopupContext {
  readonly isRequested: boolean;
  /** Currency that the order pays. */
  readonly paid: string;
  readonly destination: TrustedChain;
}

/**
 * Checks the second payment of an order. It must be an exact amount of native currency where a
 * top-up was asked for, and absent otherwise. An account that is paid in native currency needs
 * none.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`amount`, `currency`)
 */
export function checkTopup(
  topup: Payment | undefined,
  { isRequested, paid, destination }: TopupContext,
): void {
  const native = destination.info.currency.address;
  const isExpected = isRequested && !destination.sameCurrency(paid, native);
  if (topup === undefined) {
    if (isExpected)
      failCheck('amount', {
        message: 'the order tops up no gas.',
        expected: 'a payment in the native currency',
        actual: 'none',
      });
    return;
  }
  if (!isExpected)
    failCheck('amount', {
      message: 'the order makes a payment that was not asked for.',
      actual: topup,
    });
  if (!destination.sameCurrency(topup.currency, native))
    failCheck('currency', {
      message: 'the gas top-up is not in the native currency.',
      expected: native,
      actual: topup.currency,
    });
  if (topup.minimumAmount !== topup.expectedAmount || BigInt(topup.minimumAmount) === 0n) {
    failCheck('amount', {
      message: 'the gas top-up is not promised.',
      expected: topup.expectedAmount,
      actual: topup.minimumAmount,
    });
  }
}
