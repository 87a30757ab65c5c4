import type { OrderData } from '@portage/core';
import { refuse } from './failCheck.js';
import type { Side } from './trustedChain.js';

type Payment = OrderData['output']['payments'][number];

/**
 * Checks what an order pays beside: native currency where a top-up was asked for, exactly, and
 * nothing anywhere else. An account that is paid in native currency needs none.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`amount`, `currency`)
 */
export function checkTopup(
  topup: Payment | undefined,
  {
    wanted,
    paid,
    destination,
  }: { readonly wanted: boolean; readonly paid: string; readonly destination: Side },
): void {
  const native = destination.chain.currency.address;
  const isWanted = wanted && !destination.sameCurrency(paid, native);
  if (topup === undefined) {
    if (isWanted)
      refuse('amount', {
        message: 'the order tops up no gas.',
        expected: 'a payment in the native currency',
        actual: 'none',
      });
    return;
  }
  if (!isWanted)
    refuse('amount', {
      message: 'the order makes a payment that was not asked for.',
      actual: topup,
    });
  if (!destination.sameCurrency(topup.currency, native))
    refuse('currency', {
      message: 'the gas top-up is not in the native currency.',
      expected: native,
      actual: topup.currency,
    });
  if (topup.minimumAmount !== topup.expectedAmount || BigInt(topup.minimumAmount) === 0n) {
    refuse('amount', {
      message: 'the gas top-up is not promised.',
      expected: topup.expectedAmount,
      actual: topup.minimumAmount,
    });
  }
}
