import { requestFault, zeroAddress, type PortageError } from '@portage/core';
import type { SendPayment, Sends } from '@portage/core/plugin';
import type { Rpc } from '@portage/chain-kit';
import { isAccountCode, readCodes } from '../rpc/accountCode.js';
import { gasLimit } from '../gas/gasUnits.js';
import { transferCall } from '../transfers/referencedTransfer.js';
import { sendIdOf, type SendIdContext } from '../transfers/sendId.js';
import type { Items } from './createItems.js';

/** Chain, endpoints and builder that plain transfers are made with. */
export interface SendsOptions extends SendIdContext {
  readonly chainName: string;
  readonly symbolOf: (currency: string) => string;
  readonly items: Items;
  readonly rpc: Pick<Rpc, 'read'>;
}

/**
 * Plain transfers of payers: one transaction of the payer's own account, to the token or straight
 * to the recipient, with the id of the request behind it.
 */
export function createSends(options: SendsOptions): Sends {
  const { chainName, symbolOf, items, rpc } = options;

  return {
    confirm: async ({ currency, payer, recipient }: SendPayment, signal) => {
      const isNative = currency === zeroAddress;
      const [payerCode = '0x', recipientCode = '0x'] = await readCodes(
        rpc,
        isNative ? [payer, recipient] : [payer],
        signal,
      );
      if (!isAccountCode(payerCode)) throw contractPays();
      if (recipientCode !== '0x') throw contractReceives();
    },
    steps: ({ requestId, payer, recipient, currency, amount }) => {
      const transfer = { recipient, currency, amount, reference: requestId };
      const step = items.paying({
        id: 'send',
        requestId,
        description: `Send ${symbolOf(currency)} on ${chainName}`,
        transaction: {
          from: payer,
          ...transferCall(transfer),
          gas: gasLimit({ type: 'send', currency }),
        },
      });
      return { sendId: sendIdOf(transfer, options), steps: [step] };
    },
  };
}

/** A contract's own transaction holds its transfer somewhere inside, where nothing tells of it. */
function contractPays(): PortageError {
  return requestFault('user', 'is a contract, whose transfers cannot be recognised', {
    code: 'UNSUPPORTED_ROUTE',
    message: 'The user is a contract, whose transfers cannot be recognised.',
    hint: 'Send from the contract without a quote, or set forceSolverExecution.',
  });
}

/** Fault of a recipient with code, which may refuse native currency that comes with data. */
function contractReceives(): PortageError {
  return requestFault(
    'recipient',
    'has code, and might not take native currency with a reference',
    {
      code: 'INVALID_RECIPIENT',
      message: 'The recipient has code, and might not take native currency with a reference.',
      hint: 'Send from the wallet without a quote, or set forceSolverExecution.',
    },
  );
}
