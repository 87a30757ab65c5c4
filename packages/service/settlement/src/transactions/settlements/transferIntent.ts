import type { RelayIntent } from '@portage/core/chain';
import type { PathCall } from '@portage/core/plugin';
import type { SettlementKey } from './relayIntent.js';

/** The leg of a transfer's settlement; its order id is the transfer's own. */
export const transferLeg = 'transfer';

/** Settlement of a transfer, as JSON: amounts are strings. */
export interface StoredTransferIntent {
  readonly type: 'transfer';
  readonly currency: string;
  readonly amount: string;
  readonly to: string;
  /** Native currency that goes along. */
  readonly value: string;
  readonly data: string;
  readonly gasLimit: number;
  /** A transfer is wanted whenever it comes. */
  readonly deadline?: undefined;
}

/** Amount that a transfer takes of the sender's inventory. */
export interface SentAmount {
  readonly currency: string;
  readonly amount: bigint;
}

/** A transfer as its settlement stores it. */
export function toStoredTransfer(
  { to, value, data, gasLimit }: PathCall,
  { currency, amount }: SentAmount,
): StoredTransferIntent {
  return {
    type: 'transfer',
    currency,
    amount: amount.toString(),
    to,
    value: value.toString(),
    data,
    gasLimit,
  };
}

/** The call of a transfer that a settlement stores. */
export function toTransferIntent(
  { orderId, leg }: SettlementKey,
  { to, value, data, gasLimit }: StoredTransferIntent,
): RelayIntent {
  return {
    type: 'relay',
    orderId,
    key: `${orderId}:${leg}`,
    to,
    value: BigInt(value),
    data,
    gasLimit,
  };
}
