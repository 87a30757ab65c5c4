import { PortageError } from '@portage/core';
import type { RecipientPayment, Recipients, RecipientState } from '@portage/core/chain';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import type { FeeMemory } from './createFees.js';
import { answers, calls } from './endpoint/requests.js';
import type { Accounts } from './observe/decodeTransfer.js';

/** Accounts that are remembered; they are never closed. */
const rememberedMax = 10_000;

/** Options of {@link createRecipients}. */
export interface RecipientsOptions {
  readonly quorum: Quorum;
  readonly fees: Pick<FeeMemory, 'read'>;
  readonly accounts: Accounts;
}

/**
 * An account that the exchange does not have is refused: money for it would go nowhere. Every
 * amount can be paid. Before a payment is signed its exact fee is read, which the exchange takes to
 * the last digit.
 */
export function createRecipients({ quorum, fees, accounts }: RecipientsOptions): Recipients {
  const known = new Set<string>();
  const stateOf = (recipient: string, isKnown: boolean): RecipientState => ({
    rent: 0n,
    least: 1n,
    ...(isKnown ? {} : { refusal: noAccount(recipient) }),
  });
  const read = async (
    { recipient }: RecipientPayment,
    signal?: AbortSignal,
  ): Promise<RecipientState> => {
    if (known.has(recipient)) return stateOf(recipient, true);
    const isKnown = await hasAccount(quorum, Number(recipient), signal);
    if (isKnown && known.size < rememberedMax) known.add(recipient);
    return stateOf(recipient, isKnown);
  };
  return {
    ask: (payment) =>
      known.has(payment.recipient) ? stateOf(payment.recipient, true) : read(payment),
    confirm: (payments, signal) =>
      Promise.all(
        payments.map(async (payment) => {
          const state = await read(payment, signal);
          if (state.refusal !== undefined) return state;
          const to = Number(payment.recipient);
          await Promise.all(
            [accounts.solver, accounts.depository].map((from) => fees.read({ from, to }, signal)),
          );
          return state;
        }),
      ),
  };
}

function hasAccount(quorum: Quorum, index: number, signal?: AbortSignal): Promise<boolean> {
  return readAgreed(
    quorum,
    {
      subject: 'account',
      read: async ({ ask }, stop) => {
        const [reply] = await ask([calls.account(index)], stop);
        return answers.account(reply, index) !== undefined;
      },
    },
    signal,
  );
}

function noAccount(recipient: string): PortageError {
  return new PortageError('INVALID_RECIPIENT', {
    message: `The exchange has no account ${recipient}.`,
    hint: 'Look the index up by the address of the owner, and deposit once to open an account.',
  });
}
