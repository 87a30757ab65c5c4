import type { ParsedQuoteBody } from '@portage/core';
import type { DirectDeposits } from '@portage/core/plugin';
import type { OrderPayment, PayingSide } from './paymentMethod.js';

/**
 * A transfer straight to the depository, with the id of the order behind it; undefined where the
 * payment cannot be one, and the deposit calls the depository as ever. The published interface says
 * `explicitDeposit: false` for every plain account, whatever it pays with.
 */
export function createDirectPayment(
  body: ParsedQuoteBody,
  side: PayingSide,
): OrderPayment | undefined {
  const { asset, deposits, payer } = side;
  const direct = takenDirectly(body, side);
  if (direct === undefined) return undefined;
  const currency = asset.address;
  return {
    type: 'direct',
    depository: deposits.depository,
    payerGas: (cost) => cost({ type: 'send', currency }),
    solverGas: () => 0n,
    solverPaysSwapGas: false,
    ask: async (signal) => {
      await direct.confirm({ currency, payer }, signal);
      return {};
    },
    steps: (input) => ({ steps: direct.steps(input), terms: {} }),
  };
}

/** The chain's direct deposits, where one can pay: native currency carries no id. */
function takenDirectly(
  { usePermit, useDepositAddress, originGasOverhead }: ParsedQuoteBody,
  { asset, deposits: { direct } }: PayingSide,
): DirectDeposits | undefined {
  const isPaidOtherwise =
    usePermit === true || useDepositAddress === true || originGasOverhead !== undefined;
  return direct !== undefined &&
    !isPaidOtherwise &&
    !asset.isNative &&
    asset.supportsBridging &&
    direct.takes(asset.address)
    ? direct
    : undefined;
}
