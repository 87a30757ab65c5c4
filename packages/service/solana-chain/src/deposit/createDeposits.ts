import { assert } from '@portage/core';
import type { Deposits } from '@portage/core/chain';
import { deposit, send, swapDeposit, type DepositoryAddresses } from '@portage/solana/program';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { SwapTermsOf } from '../swap/openSwaps.js';
import { canSwapAlone, createSwapSteps } from './createSwapSteps.js';
import { createPayingSteps, type PayingStepsOptions } from './createPayingSteps.js';

/** Options of {@link createDeposits}. */
export interface DepositsOptions extends PayingStepsOptions {
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  readonly decimalsOf: (currency: string) => number;
  readonly tokenProgramOf: TokenProgramOf;
  /** Reads the calls of swaps; undefined where payers cannot swap. */
  readonly termsOf?: SwapTermsOf | undefined;
}

/**
 * The one step that pays an order: an instruction of the depository under the order id, with the
 * payer as depositor; where the order has an address, a plain transfer to it, which opens its token
 * account. Where a swap brings what is paid, it is in the same transaction, before the deposit.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function createDeposits(options: DepositsOptions): Deposits {
  const { depository, addresses, decimalsOf, tokenProgramOf, termsOf } = options;
  const payingSteps = createPayingSteps(options);
  return {
    depository,
    takesFeePayer: true,
    ...(termsOf === undefined
      ? {}
      : {
          takesSwaps: true,
          paysInMinimum: true,
          swapSteps: createSwapSteps({ chainId: options.chainId, payingSteps, termsOf }),
          canSwapAlone,
        }),
    steps: ({ requestId, orderId: id, payer, currency, amount, feePayer, ...wished }) => {
      const { depositAddress: recipient, swap } = wished;
      const paying = { type: 'deposit', requestId, payer, currency, feePayer } as const;
      const isLimited = wished.computeUnitLimit === true;
      const parties = { depository, sender: payer, depositor: payer };
      const tokenProgram = tokenProgramOf(currency);
      const deposited = { ...parties, currency, tokenProgram, amount, id };
      if (swap !== undefined) {
        assert(termsOf !== undefined, 'only a chain that takes swaps is asked for one');
        const [call, ...others] = swap.calls;
        assert(call !== undefined && others.length === 0, 'a swap is one call');
        assert(swap.minimum === amount, 'what is paid in is what the swap brings at least');
        const instructions = swapDeposit(
          {
            swap: termsOf(call),
            currencyIn: swap.currency,
            deposit: deposited,
            rentPayer: feePayer ?? payer,
          },
          addresses,
        );
        return payingSteps({ ...paying, isLimited, instructions, swap });
      }
      if (recipient === undefined)
        return payingSteps({ ...paying, isLimited, instructions: [deposit(deposited, addresses)] });
      const transfer = { payer, recipient, currency, amount, tokenProgram };
      return payingSteps({
        ...paying,
        isLimited,
        address: { depositAddress: recipient, depositAddressId: id },
        instructions: send({ ...transfer, decimals: decimalsOf(currency), rentPayer: feePayer }),
      });
    },
  };
}
