import { requestFault, type ParsedQuoteBody, type PortageError } from '@portage/core';
import type { OrderPayment, PayingSide } from './paymentMethod.js';

/**
 * A transfer straight to the depository, with the id of the order behind it.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` where that is not possible
 */
export function createDirectPayment(body: ParsedQuoteBody, side: PayingSide): OrderPayment {
  const { chain, asset, deposits, payer } = side;
  const { direct } = deposits;
  const currency = asset.address;
  refuseBeside(body);
  if (direct === undefined)
    throw refusal(`is not taken on chain ${String(chain.id)}: its deposits call the depository`);
  if (asset.isNative) throw refusal('is not taken with native currency, which carries no id');
  if (!asset.supportsBridging || !direct.takes(currency))
    throw refusal(`is not taken with ${asset.symbol}`);
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

/** Refuses what is paid in another way. */
function refuseBeside({ usePermit, useDepositAddress, originGasOverhead }: ParsedQuoteBody): void {
  const others = {
    usePermit: usePermit === true,
    useDepositAddress: useDepositAddress === true,
    originGasOverhead: originGasOverhead !== undefined,
  };
  for (const [member, isAsked] of Object.entries(others))
    if (isAsked) throw refusal(`does not go with ${member}, which pays in another way`);
}

function refusal(message: string): PortageError {
  return requestFault('explicitDeposit', message, {
    code: 'UNSUPPORTED_FEATURE',
    message: `explicitDeposit: false ${message}.`,
    hint: 'Leave explicitDeposit out of the request.',
  });
}
