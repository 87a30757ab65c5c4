import { requestFault } from '@portage/core';
import type { DirectDeposits } from '@portage/core/plugin';
import type { Rpc } from '@portage/chain-kit';
import { gasLimit } from '../gas/gasUnits.js';
import { readCodes } from '../rpc/accountCode.js';
import { transferCall } from '../transfers/referencedTransfer.js';
import type { StepsContext } from './plainSteps.js';

/** Endpoints and tokens of direct deposits. */
export interface DirectDepositsOptions extends StepsContext {
  readonly rpc: Pick<Rpc, 'read'>;
  /** Tokens whose transfers to the depository are followed. */
  readonly tokens: readonly string[];
}

/**
 * Deposits of a payer's own account by one transfer of a token, with the order's id behind it. A
 * transfer within another transaction is not recognised, so accounts with code are refused: those
 * that are delegated, too, because another account may call whatever they do.
 */
export function createDirectDeposits({
  rpc,
  tokens,
  ...context
}: DirectDepositsOptions): DirectDeposits {
  const { items, symbolOf, chainName, depository } = context;
  const taken = new Set(tokens);
  return {
    takes: (currency) => taken.has(currency),
    confirm: async ({ payer }, signal) => {
      const [code] = await readCodes(rpc, [payer], signal);
      if (code === '0x') return;
      const message = 'is no direct transfer of an account with code';
      throw requestFault('explicitDeposit', message, {
        code: 'UNSUPPORTED_FEATURE',
        message: `explicitDeposit: ${message}; the transfer would not be recognised.`,
        hint: 'Leave explicitDeposit out of the request.',
      });
    },
    steps: ({ requestId, orderId, payer, currency, amount }) => [
      items.paying({
        id: 'deposit',
        requestId,
        description: `Send ${symbolOf(currency)} on ${chainName}`,
        transaction: {
          from: payer,
          ...transferCall({ recipient: depository, currency, amount, reference: orderId }),
          gas: gasLimit({ type: 'send', currency }),
        },
      }),
    ],
  };
}
