import type { Step } from '@portage/core';
import { failCheck } from './failCheck.js';

import type { CheckContext } from './checkOrder.js';

/**
 * Computes the only account that a quote with a deposit address may have paid: from the trusted
 * contract that makes such addresses, the order, and the account that may recover the money. Every
 * step must show that account, because people copy it into an exchange.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`deposit-address`)
 */
export function checkDepositAddress(
  steps: readonly Step[],
  orderId: string,
  { expected, origin }: Pick<CheckContext, 'expected' | 'origin'>,
): string {
  const factory = origin.info.protocol.v2.depositAddresses;
  const address =
    factory === undefined
      ? undefined
      : origin.codec.depositAddress?.(factory, {
          orderId,
          depositor: origin.codec.normalizeAddress(expected.recoveryAddress ?? expected.user),
        });
  if (address === undefined)
    failCheck('deposit-address', {
      message: `deposit addresses of ${origin.slug} cannot be computed.`,
      actual: steps.map((step) => step.depositAddress),
    });
  for (const { depositAddress = '' } of steps) {
    if (depositAddress !== '' && !origin.sameAccount(depositAddress, address))
      failCheck('deposit-address', {
        message: 'a step shows another deposit address.',
        expected: address,
        actual: depositAddress,
      });
  }
  return address;
}

/**
 * Checks that no step shows a deposit address where none was asked for. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED` (`deposit-address`)
 */
export function checkNoDepositAddress(steps: readonly Step[]): void {
  const shown = steps.find(({ depositAddress = '' }) => depositAddress !== '');
  if (shown !== undefined)
    failCheck('deposit-address', {
      message: 'a step shows a deposit address that was not asked for.',
      actual: shown.depositAddress,
    });
}
