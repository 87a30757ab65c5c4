import { type PortageError, requestFault, type ParsedQuoteBody } from '@portage/core';
import type {
  DepositStepsInput,
  GaslessTerms,
  GaslessPayment,
  GaslessDeposits,
} from '@portage/core/chain';
import type { OrderPayment, PayingSide, PaymentGiven } from './paymentMethod.js';

/**
 * A deposit that the payer's own account makes when the solver calls it.
 *
 * @param overhead - units of gas that the account takes beside the steps
 * @throws PortageError `UNSUPPORTED_FEATURE` where that is not possible
 */
export function createGaslessPayment(
  body: ParsedQuoteBody,
  side: PayingSide,
  overhead: number,
): OrderPayment {
  const { asset, deposits, payer } = side;
  const gasless = checkGasless(body, side, overhead);
  const callOf = (swapGas: number | undefined): GaslessPayment => ({
    currency: asset.address,
    swapGas,
    overhead,
  });
  const termsOf = (
    { currency, amount, swap }: DepositStepsInput,
    { fillBy }: PaymentGiven,
  ): GaslessTerms => ({
    payer,
    gasLimit: gasless.gasLimit(callOf(swap?.gas)),
    gas: gasless.gas(callOf(swap?.gas)),
    overhead,
    expiresAt: Math.floor(fillBy / 1000),
    deposits: { currency, minimum: (swap?.minimum ?? amount).toString() },
  });
  return {
    type: 'gasless',
    depository: deposits.depository,
    payerGas: () => 0n,
    solverGas: (cost, swapGas) => cost({ type: 'relay', gasLimit: gasless.gas(callOf(swapGas)) }),
    solverPaysSwapGas: true,
    ask: async (signal) => {
      await gasless.checkPayer(payer, signal);
      return {};
    },
    steps: (input, times) => ({
      steps: deposits.steps(input),
      terms: { gasless: termsOf(input, times) },
    }),
  };
}

/** The chain's way to call accounts, where nothing speaks against it. */
function checkGasless(
  { usePermit, useDepositAddress }: ParsedQuoteBody,
  { chain, deposits: { gasless } }: PayingSide,
  overhead: number,
): GaslessDeposits {
  if (usePermit === true)
    throw refusal(
      'A deposit by signature is not made by the payer.',
      'Leave usePermit or originGasOverhead out.',
    );
  if (useDepositAddress === true)
    throw refusal(
      'What is sent to a deposit address is sent by its payer.',
      'Leave useDepositAddress or originGasOverhead out.',
    );
  if (gasless === undefined)
    throw refusal(
      `No account of chain ${String(chain.id)} can be called for its owner.`,
      'Leave originGasOverhead out.',
    );
  if (overhead > gasless.overheadMax)
    throw refusal(
      `At most ${String(gasless.overheadMax)} units are paid for.`,
      'Name what the account needs beside the steps, as 80000.',
    );
  return gasless;
}

function refusal(reason: string, hint: string): PortageError {
  return requestFault('originGasOverhead', reason, { code: 'UNSUPPORTED_FEATURE', hint });
}
