import { assert } from '@portage/core';
import type { Deposits } from '@portage/core/chain';
import type { SendPayment } from '@portage/core/plugin';
import { solanaCodec } from '@portage/solana/codec';
import { isProgramAddress, payerSwap, readPayerSwap } from '@portage/solana/program';
import { swapIdOf } from '../observe/swapId.js';
import type { SwapTermsOf } from '../swap/openSwaps.js';
import type { createPayingSteps } from './createPayingSteps.js';

/** Options of {@link createSwapSteps}. */
export interface SwapStepsOptions {
  readonly chainId: number;
  readonly payingSteps: ReturnType<typeof createPayingSteps>;
  readonly termsOf: SwapTermsOf;
}

/**
 * The one step of a swap that its payer makes alone: tokens go straight to the recipient's account,
 * which the transaction opens where it is missing, at the cost of who pays its fees.
 *
 * @throws PortageError `SOLANA_TX_TOO_LARGE`
 */
export function createSwapSteps({
  chainId,
  payingSteps,
  termsOf,
}: SwapStepsOptions): NonNullable<Deposits['swapSteps']> {
  return ({ requestId, payer, recipient, currency, swap, feePayer, computeUnitLimit }) => {
    const [call, ...others] = swap.calls;
    assert(call !== undefined && others.length === 0, 'a swap is one call');
    const instructions = payerSwap({
      swap: termsOf(call),
      owner: payer,
      currencyIn: swap.currency,
      currencyOut: currency,
      recipient,
      rentPayer: feePayer ?? payer,
      reference: requestId,
    });
    const terms = readPayerSwap(instructions);
    assert(terms !== undefined, 'a swap is read as it was written');
    return {
      swapId: swapIdOf(terms, chainId),
      steps: payingSteps({
        type: 'swap',
        requestId,
        payer,
        currency,
        feePayer,
        isLimited: computeUnitLimit === true,
        instructions,
        swap,
      }),
    };
  };
}

/**
 * Whether an account can make a swap alone. A program's swap is inside of another account's
 * transaction, where it does not count. SOL comes out of an account of wrapped SOL, which only its
 * owner closes: no other account can be given all of it.
 */
export function canSwapAlone({ payer, recipient, currency }: SendPayment): boolean {
  return (
    !isProgramAddress(payer) && (currency !== solanaCodec.nativeCurrency || payer === recipient)
  );
}
