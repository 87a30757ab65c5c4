import type { Authorization } from '@portage/core';
import type { CallDeposit, RelayIntent } from '@portage/core/chain';
import type { RelayPayload } from '../../kit/jobs/relayJob.js';

/** Settlement of a call, as JSON: amounts are strings. */
export interface StoredRelayIntent {
  readonly type: 'relay';
  /** The chain's native currency, of which `amount` goes along. */
  readonly currency: string;
  readonly amount: string;
  readonly to: string;
  readonly data: string;
  readonly gasLimit: number;
  /** Gas that it is expected to use, in units. */
  readonly gas?: number;
  /** Native currency that it brings, by its value. */
  readonly worth?: string;
  /** Native currency that was charged for its gas; left out where nothing bounds that. */
  readonly charged?: string;
  readonly authorizations?: readonly Authorization[];
  /** Unix seconds after which the call is no longer wanted. */
  readonly deadline?: number;
  readonly endsRequest?: true;
  /** The deposit without which it is not worth its gas. */
  readonly deposits?: CallDeposit;
}

/** Place of a settlement among those of all orders. */
export interface SettlementKey {
  readonly orderId: string;
  readonly leg: string;
}

/** A call as its settlement stores it. */
export function toStoredRelayIntent(payload: RelayPayload, native: string): StoredRelayIntent {
  const { to, value, data, gasLimit, gas, worth, authorizations, until, endsRequest, deposits } =
    payload;
  return {
    type: 'relay',
    currency: native,
    amount: value,
    to,
    data,
    gasLimit,
    ...(gas === undefined ? {} : { gas }),
    ...(worth === undefined ? {} : { worth }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(until === undefined ? {} : { deadline: until }),
    ...(endsRequest === undefined ? {} : { endsRequest }),
    ...(deposits === undefined ? {} : { deposits }),
  };
}

/** The intent of a call that a settlement stores. */
export function toRelayIntent(
  settlement: SettlementKey,
  { to, amount, data, gasLimit, gas, authorizations, deposits }: StoredRelayIntent,
): RelayIntent {
  return {
    type: 'relay',
    orderId: settlement.orderId,
    key: `${settlement.orderId}:${settlement.leg}`,
    to,
    value: BigInt(amount),
    data,
    gasLimit,
    ...(gas === undefined ? {} : { gas }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(deposits === undefined ? {} : { deposits }),
  };
}

/** Job of a call whose settlement is there: it is asked for again. */
export function toRelayPayload(
  settlement: SettlementKey,
  {
    to,
    amount,
    data,
    gasLimit,
    gas,
    worth,
    authorizations,
    deadline,
    endsRequest,
    deposits,
  }: StoredRelayIntent,
): RelayPayload {
  return {
    orderId: settlement.orderId,
    leg: settlement.leg,
    to,
    value: amount,
    data,
    gasLimit,
    ...(gas === undefined ? {} : { gas }),
    ...(worth === undefined ? {} : { worth }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(deadline === undefined ? {} : { until: deadline }),
    ...(endsRequest === undefined ? {} : { endsRequest }),
    ...(deposits === undefined ? {} : { deposits }),
  };
}
