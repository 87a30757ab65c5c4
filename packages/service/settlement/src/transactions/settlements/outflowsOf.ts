import type { TransactionIntent } from '@portage/core/chain';

/** Amount that leaves the solver with a payment, beside gas. */
export interface Outflow {
  readonly currency: string;
  readonly amount: bigint;
}

/**
 * Amounts that a payment takes of the solver's own, each currency once: what it swaps or pays, and
 * the top-up. A refund takes nothing.
 */
export function outflowsOf(intent: TransactionIntent, native: string): readonly Outflow[] {
  if (intent.type !== 'fill') return [];
  const { topup = 0n } = intent;
  const { currency, amount } = intent.swap ?? intent;
  if (topup === 0n) return [{ currency, amount }];
  return currency === native
    ? [{ currency, amount: amount + topup }]
    : [
        { currency, amount },
        { currency: native, amount: topup },
      ];
}
