import type { BitcoinNetwork } from '@portage/bitcoin/codec';
import { dustLimit, scriptOf } from '@portage/bitcoin/transaction';
import type { RecipientPayment, Recipients, RecipientState } from '@portage/core/chain';

/** Nothing is opened to pay an address; what nodes take for dust they do not pass on. */
export function createRecipients(network: BitcoinNetwork): Recipients {
  const stateOf = ({ recipient }: RecipientPayment): RecipientState => ({
    rent: 0n,
    least: dustLimit(scriptOf(recipient, network)),
  });
  return { ask: stateOf, confirm: (payments) => Promise.resolve(payments.map(stateOf)) };
}
