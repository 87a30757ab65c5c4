import { PortageError } from '@portage/core';
import type { RecipientPayment, Recipients, RecipientState } from '@portage/core/chain';
import { readAgreed, type Quorum } from '@portage/chain-kit';
import { answers, calls } from './endpoint/requests.js';

/** Accounts that are remembered; they are never closed. */
const rememberedMax = 10_000;

/** Options of {@link createRecipients}. */
export interface RecipientsOptions {
  readonly quorum: Quorum;
}

/**
 * An account that the exchange does not have is refused: money for it would go nowhere. Every
 * amount can be paid.
 */
export function createRecipients({ quorum }: RecipientsOptions): Recipients {
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
    confirm: (payments, signal) => Promise.all(payments.map((payment) => read(payment, signal))),
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
