import type { EndedTransaction } from '@portage/settlement';

/** Line of the log about a transaction that ended. */
export interface EndLine {
  readonly message: string;
  readonly context: Readonly<Record<string, unknown>>;
}

const messages: Readonly<Record<EndedTransaction['row']['purpose'], string>> = {
  fill: 'an order is paid',
  refund: 'a deposit is paid back',
  relay: 'a call of ours is made',
  collection: 'earnings are home',
  rebalance: 'inventory is on its way to another chain',
  claim: 'a claim of app fees is paid',
  cancel: 'a transaction is cancelled',
};

/** Word of the log for a purpose; its lines call a rebalance a transfer. */
const loggedPurpose = (purpose: EndedTransaction['row']['purpose']): string =>
  purpose === 'rebalance' ? 'transfer' : purpose;

/**
 * Describes the end of a transaction of ours: order, transaction, amount in smallest units, and
 * milliseconds since it was signed. Pure.
 */
export function describeEnd({ row, outcome }: EndedTransaction): EndLine {
  const { purpose, txId, obligation, ageMs } = row;
  const paid = obligation?.kind === 'relay' ? undefined : obligation?.intent;
  return {
    message:
      outcome.status === 'mined'
        ? messages[purpose]
        : `a transaction (${loggedPurpose(purpose)}) has failed`,
    context: {
      order: obligation?.orderId,
      transaction: txId,
      ...(paid === undefined ? {} : { currency: paid.currency, amount: paid.amount }),
      ms: Math.round(ageMs),
    },
  };
}
