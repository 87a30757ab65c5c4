import type { Step } from '@portage/core';
import { refuse } from './failCheck.js';
import type { Side } from './trustedChain.js';
import type { Wanted } from './expectedQuote.js';

/**
 * The only account that a quote with a deposit address may have paid: computed from the trusted
 * contract that makes such addresses, the order, and the account that may recover the money.
 * Whatever the steps show must be that account, because people copy it into an exchange.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`deposit-address`)
 */
export function checkDepositAddress(
  steps: readonly Step[],
  orderId: string,
  { wanted, origin }: { readonly wanted: Wanted; readonly origin: Side },
): string {
  const factory = origin.chain.protocol.v2.depositAddresses;
  const address =
    factory === undefined
      ? undefined
      : origin.codec.depositAddress?.(factory, {
          orderId,
          depositor: origin.codec.normalizeAddress(wanted.recoveryAddress ?? wanted.user),
        });
  if (address === undefined)
    refuse('deposit-address', {
      message: `deposit addresses of ${origin.slug} cannot be computed, so they are not believed.`,
      actual: steps.map((step) => step.depositAddress),
    });
  for (const { depositAddress = '' } of steps) {
    if (depositAddress !== '' && !origin.sameAccount(depositAddress, address))
      refuse('deposit-address', {
        message: 'a step shows another deposit address.',
        expected: address,
        actual: depositAddress,
      });
  }
  return address;
}

/**
 * Nobody who did not ask for a deposit address is shown one. @throws PortageError
 * `QUOTE_VERIFICATION_FAILED` (`deposit-address`)
 */
export function refuseDepositAddresses(steps: readonly Step[]): void {
  const shown = steps.find(({ depositAddress = '' }) => depositAddress !== '');
  if (shown !== undefined)
    refuse('deposit-address', {
      message: 'a step shows a deposit address that was not asked for.',
      actual: shown.depositAddress,
    });
}
