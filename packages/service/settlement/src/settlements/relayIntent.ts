import type { Authorization } from '@portage/core';
import type { CallDeposit, RelayIntent } from '@portage/core/chain';
import type { CallPayload } from '../jobs/relayJob.js';

/** What the slot of a call says, as JSON: amounts are strings. */
export interface CallSlotIntent {
  readonly type: 'call';
  /** The chain's native currency, of which `amount` goes along. */
  readonly currency: string;
  readonly amount: string;
  readonly to: string;
  readonly data: string;
  readonly gasLimit: number;
  readonly authorizations?: readonly Authorization[];
  /** Unix seconds after which the call is no longer wanted. */
  readonly deadline?: number;
  readonly endsRequest?: true;
  /** The deposit without which it is not worth its gas. */
  readonly deposits?: CallDeposit;
}

/** Place of a slot among those of all orders. */
export interface SlotPlace {
  readonly orderId: string;
  readonly leg: string;
}

/** A call as its slot stores it. */
export function toCallSlotIntent(
  { to, value, data, gasLimit, authorizations, until, endsRequest, deposits }: CallPayload,
  native: string,
): CallSlotIntent {
  return {
    ...{ type: 'call', currency: native, amount: value, to, data, gasLimit },
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(until === undefined ? {} : { deadline: until }),
    ...(endsRequest === undefined ? {} : { endsRequest }),
    ...(deposits === undefined ? {} : { deposits }),
  };
}

/** The intent of a call that a slot stores. */
export function toCallIntent(
  slot: SlotPlace,
  { to, amount, data, gasLimit, authorizations, deposits }: CallSlotIntent,
): RelayIntent {
  return {
    ...{
      type: 'call',
      orderId: slot.orderId,
      key: `${slot.orderId}:${slot.leg}`,
      to,
      value: BigInt(amount),
      data,
      gasLimit,
    },
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(deposits === undefined ? {} : { deposits }),
  };
}

/** What the job of a call said whose slot is there: it is asked for again. */
export function toCallPayload(
  slot: SlotPlace,
  { to, amount, data, gasLimit, authorizations, deadline, endsRequest, deposits }: CallSlotIntent,
): CallPayload {
  return {
    ...{ orderId: slot.orderId, leg: slot.leg, to, value: amount, data, gasLimit },
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(deadline === undefined ? {} : { until: deadline }),
    ...(endsRequest === undefined ? {} : { endsRequest }),
    ...(deposits === undefined ? {} : { deposits }),
  };
}
