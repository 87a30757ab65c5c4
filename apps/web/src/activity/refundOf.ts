import type { RequestEntry } from '@portage/sdk';

/** Money that came back of a payment. */
export interface Refund {
  /** Smallest units. */
  readonly amount: bigint;
  readonly symbol: string;
  readonly decimals: number;
}

/**
 * Amount that a request paid back, by the balances that its transactions changed. Undefined until
 * the service has seen the refund in a block.
 */
export function refundOf({ status, data }: RequestEntry): Refund | undefined {
  const currency = data.refundCurrencyData?.currency;
  if (status !== 'refund' || currency === undefined) return undefined;
  const amount = data.outTxs
    .flatMap(({ stateChanges = [] }) => stateChanges)
    .filter(({ change }) => change.data.tokenAddress === currency.address)
    .map(({ change }) => BigInt(change.balanceDiff))
    .reduce((sum, change) => (change > 0n ? sum + change : sum), 0n);
  const { symbol, decimals } = currency;
  return amount > 0n ? { amount, symbol, decimals } : undefined;
}
