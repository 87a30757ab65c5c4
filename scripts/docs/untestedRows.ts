/** Rows of docs/spec that no test names yet. The list only shrinks. */
export const untestedRows: readonly string[] = [
  'deposit-addresses#gas',
  'errors#SWAP_QUOTE_FAILED',
  'errors#REQUEST_FAILED',
  'errors#REQUEST_REFUNDED',
  'keys-and-usage#limit-rows',
  'status#TRANSACTION_NOT_INCLUDED',
];
