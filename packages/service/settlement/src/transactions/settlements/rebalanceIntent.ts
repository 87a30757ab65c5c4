import type { RelayIntent } from '@portage/core/chain';
import type { PathCall } from '@portage/core/plugin';
import type { SettlementKey } from './relayIntent.js';

/** The leg of a rebalance's settlement; its order id is the rebalance's own. */
export const rebalanceLeg = 'rebalance';

/** Settlement of a rebalance, as JSON: amounts are strings. */
export interface StoredRebalanceIntent {
  readonly type: 'rebalance';
  readonly currency: string;
  readonly amount: string;
  readonly to: string;
  /** Native currency that goes along. */
  readonly value: string;
  readonly data: string;
  readonly gasLimit: number;
  /** A rebalance is wanted whenever it comes. */
  readonly deadline?: undefined;
}

/** Amount that a rebalance takes of the sender's inventory. */
export interface SentAmount {
  readonly currency: string;
  readonly amount: bigint;
}

/** A rebalance as its settlement stores it. */
export function toStoredRebalance(
  { to, value, data, gasLimit }: PathCall,
  { currency, amount }: SentAmount,
): StoredRebalanceIntent {
  return {
    type: 'rebalance',
    currency,
    amount: amount.toString(),
    to,
    value: value.toString(),
    data,
    gasLimit,
  };
}

/** The call of a rebalance that a settlement stores. */
export function toRebalanceIntent(
  { orderId, leg }: SettlementKey,
  { to, value, data, gasLimit }: StoredRebalanceIntent,
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
