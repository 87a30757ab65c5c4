import type { Sends } from '@portage/core/plugin';
import type { PayingSide, PlainSend } from './paymentMethod.js';

/** A transfer of the payer to the recipient, on a chain that recognises one. */
export function createPlainSend(
  { asset, payer }: PayingSide,
  sends: Sends,
  recipient: string,
): PlainSend {
  const currency = asset.address;
  return {
    type: 'send',
    payerGas: (cost) => cost({ type: 'send', currency }),
    solverGas: () => 0n,
    solverPaysSwapGas: false,
    ask: async (signal) => {
      await sends.confirm({ currency, payer, recipient }, signal);
      return {};
    },
    steps: (input) => sends.steps(input),
  };
}
