import type { Deposits } from '@portage/core/chain';
import { deposit, send, type DepositoryAddresses } from '@portage/solana/program';
import { createPayingSteps, type PayingStepsOptions } from './createPayingSteps.js';

/** Options of {@link createDeposits}. */
export interface DepositsOptions extends PayingStepsOptions {
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  readonly decimalsOf: (currency: string) => number;
}

/**
 * The one step that pays an order: an instruction of the depository under the order id, with the
 * payer as depositor; where the order has an address, a plain transfer to it, which opens its token
 * account.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { depository, addresses, decimalsOf } = options;
  const payingSteps = createPayingSteps(options);
  return {
    depository,
    takesFeePayer: true,
    steps: ({ requestId, orderId: id, payer, currency, amount, feePayer, ...wished }) => {
      const { depositAddress: recipient } = wished;
      const paying = { type: 'deposit', requestId, payer, currency, feePayer } as const;
      const isLimited = wished.computeUnitLimit === true;
      if (recipient === undefined) {
        const deposited = { depository, sender: payer, depositor: payer, currency, amount, id };
        return payingSteps({ ...paying, isLimited, instructions: [deposit(deposited, addresses)] });
      }
      const decimals = decimalsOf(currency);
      return payingSteps({
        ...{ ...paying, isLimited, address: { depositAddress: recipient, depositAddressId: id } },
        instructions: send({
          ...{ payer, recipient, currency, amount, decimals, rentPayer: feePayer },
        }),
      });
    },
  };
}
