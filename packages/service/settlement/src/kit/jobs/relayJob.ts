import type { Authorization } from '@portage/core';
import type { CallDeposit } from '@portage/core/chain';
import type { NewJob } from './createJobs.js';

/** Part of a relay's job that is kept as JSON. */
export interface RelayDetails {
  readonly to: string;
  readonly value: string;
  readonly data: string;
  readonly gasLimit: number;
  readonly gas?: number;
  /** Decimal digits. */
  readonly worth?: string;
  readonly authorizations?: readonly Authorization[];
  readonly until?: number;
  readonly endsRequest?: true;
  readonly deposits?: CallDeposit;
}

/** A relay that is due. */
export interface RelayPayload extends RelayDetails {
  readonly orderId: string;
  readonly leg: string;
}

/** A call that the solver makes once. */
export interface NewRelay {
  /** Chain on which it is made. */
  readonly chainId: number;
  readonly orderId: string;
  /** Names the call among those of the order; never `main`. */
  readonly leg: string;
  readonly to: string;
  /** Native currency that goes along. Default: none. */
  readonly value?: bigint | undefined;
  readonly data: string;
  /** The most gas that the transaction may use, in units. */
  readonly gasLimit: number;
  /** Gas that it is expected to use, in units. Default: the limit. */
  readonly gas?: number | undefined;
  /** Native currency that it brings or moves, by its value: it is not made where it costs more. */
  readonly worth?: bigint | undefined;
  readonly authorizations?: readonly Authorization[] | undefined;
  /** Unix seconds after which it is no longer made. */
  readonly until?: number | undefined;
  /**
   * The request waits for nothing else: it fails when the call cannot be made. Default: it stays as
   * it is.
   */
  readonly endsRequest?: boolean | undefined;
  /** The deposit without which it is not worth its gas. */
  readonly deposits?: CallDeposit | undefined;
  /** Milliseconds until it is due, by the database's clock; at once when left out. */
  readonly delayMs?: number | undefined;
}

/**
 * The job that makes a call; asked for twice, with the same order and leg, it is made once.
 *
 * @example
 * ```ts
 * await store.transaction((tx) =>
 *   store.jobs.add(tx, [
 *     relayJob({ chainId, orderId, leg: 'sweep:1', to, data, gasLimit: 150_000 }),
 *   ]),
 * );
 * ```
 */
export function relayJob({
  chainId,
  orderId,
  leg,
  to,
  value = 0n,
  data,
  gasLimit,
  gas,
  worth,
  authorizations,
  until,
  endsRequest,
  deposits,
  delayMs,
}: NewRelay): NewJob {
  const details: RelayDetails = {
    to,
    value: value.toString(),
    data,
    gasLimit,
    ...(gas === undefined ? {} : { gas }),
    ...(worth === undefined ? {} : { worth: worth.toString() }),
    ...(authorizations === undefined ? {} : { authorizations }),
    ...(until === undefined ? {} : { until }),
    ...(endsRequest === true ? { endsRequest } : {}),
    ...(deposits === undefined ? {} : { deposits }),
  };
  return { kind: 'relay', orderId, leg, chainId, details, delayMs };
}
