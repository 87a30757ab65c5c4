import { requestFault } from '@portage/core';
import type { Sends } from '@portage/core/plugin';
import { isProgramAddress, send } from '@portage/solana/program';
import { sendIdOf } from '../observe/sendId.js';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import { createPayingSteps, type PayingStepsOptions } from './createPayingSteps.js';

/** Options of {@link createSends}. */
export interface SendsOptions extends PayingStepsOptions {
  readonly decimalsOf: (currency: string) => number;
  readonly tokenProgramOf: TokenProgramOf;
}

/**
 * Plain transfers of payers: one transaction with the id of the request as one more account of the
 * transfer, which is only read. Tokens go to the recipient's associated account, which the
 * transaction opens where it is missing; the fee payer lays out the rent.
 */
export function createSends(options: SendsOptions): Sends {
  const { chainId, decimalsOf, tokenProgramOf } = options;
  const payingSteps = createPayingSteps(options);
  return {
    confirm: ({ payer }) =>
      isProgramAddress(payer) ? Promise.reject(programPays()) : Promise.resolve(),
    steps: ({ requestId, payer, recipient, currency, amount, feePayer, computeUnitLimit }) => {
      const transfer = { payer, recipient, currency, amount, reference: requestId };
      const instructions = send({
        ...transfer,
        decimals: decimalsOf(currency),
        tokenProgram: tokenProgramOf(currency),
        rentPayer: feePayer,
      });
      return {
        sendId: sendIdOf(transfer, chainId),
        steps: payingSteps({
          type: 'send',
          requestId,
          payer,
          currency,
          feePayer,
          instructions,
          isLimited: computeUnitLimit === true,
        }),
      };
    },
  };
}

/** A program's transfer is inside of another account's transaction, where it does not count. */
function programPays(): Error {
  const message = 'is an account of a program, whose transfers cannot be recognised';
  return requestFault('user', message, {
    code: 'UNSUPPORTED_ROUTE',
    message: `The user ${message}.`,
    hint: 'Send from the account without a quote, or set forceSolverExecution.',
  });
}
