import type { Deposits } from '@portage/core/chain';
import { deposit, type DepositoryAddresses } from '@portage/solana/program';
import { createPayingSteps, type PayingStepsOptions } from './createPayingSteps.js';

/** Options of {@link createDeposits}. */
export interface DepositsOptions extends PayingStepsOptions {
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
}

/**
 * The one step that pays an order: an instruction of the depository under the order id, with the
 * payer as depositor.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { depository, addresses } = options;
  const payingSteps = createPayingSteps(options);
  return {
    depository,
    takesFeePayer: true,
    steps: ({ requestId, orderId, payer, currency, amount, feePayer, computeUnitLimit }) =>
      payingSteps({
        ...{ type: 'deposit', requestId, payer, currency, feePayer },
        isLimited: computeUnitLimit === true,
        instructions: [
          deposit(
            { depository, sender: payer, depositor: payer, currency, amount, id: orderId },
            addresses,
          ),
        ],
      }),
  };
}
