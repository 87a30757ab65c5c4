import type { EvmTransactionData, Quote } from '@portage/core';
import { evmTransactionDataSchema } from '@portage/core/schemas';

/** First bytes of a call of `approve(address,uint256)`. */
const approveSelector = '0x095ea7b3';

/** Payment of a quote in the one transaction that LI.FI's client sends. */
export interface Payment {
  readonly transaction: EvmTransactionData;
  /** Account that the client lets spend the tokens, where they are no native currency. */
  readonly spender: string;
}

/** Payment that a quote's steps describe; undefined for a quote that cannot be paid. */
export function paymentOf({ steps }: Quote): Payment | undefined {
  const transactions = steps
    .filter(({ kind }) => kind === 'transaction')
    .map(({ items }) => items.map(({ data }) => evmTransactionDataSchema.parse(data)));
  const transaction = transactions.at(-1)?.[0];
  if (transaction === undefined) return undefined;
  const approval = transactions.slice(0, -1).flat().at(-1);
  // Without an approval, what is called takes the tokens that it was allowed before.
  return { transaction, spender: approval === undefined ? transaction.to : spenderOf(approval) };
}

/** Spender of an approval: the address of its first argument. */
function spenderOf({ to, data }: EvmTransactionData): string {
  return data.startsWith(approveSelector) ? `0x${data.slice(34, 74)}` : to;
}
