import { percentE2 } from './percent.js';

/** Values of a quote in micro-USD. */
export interface ImpactInput {
  /** `details.currencyIn.amountUsd`. */
  readonly in: bigint;
  /** `details.currencyOut.amountUsd`. */
  readonly out: bigint;
  /** `fees.relayer.amountUsd`. */
  readonly relayer: bigint;
  /** Value of the execution bucket. */
  readonly execution: bigint;
  /** Value of the service bucket. */
  readonly service: bigint;
  /** `fees.app.amountUsd`. */
  readonly app: bigint;
  /** `fees.subsidized.amountUsd`. */
  readonly sponsored: bigint;
}

/**
 * Price impact of a quote in micro-USD, negative for a cost, and in hundredths of a percent of the
 * input.
 */
export interface Impact {
  readonly total: { readonly microUsd: bigint; readonly percentE2: bigint };
  /** The total without the explicit fees. */
  readonly swap: { readonly microUsd: bigint; readonly percentE2: bigint };
  /**
   * The total by buckets: swap + execution + service + app = total. `sponsored` is not part of the
   * sum.
   */
  readonly expanded: {
    readonly swap: bigint;
    readonly execution: bigint;
    readonly service: bigint;
    readonly app: bigint;
    readonly sponsored: bigint;
  };
}

/**
 * Works out the price impact of a quote. USD values are rounded one by one, so the swap bucket is
 * the total less the other buckets: their sum is exact.
 *
 * @example
 * ```ts
 * const { total, expanded } = impact({
 *   in: 100_000_000n,
 *   out: 99_900_000n,
 *   relayer: 60_000n,
 *   execution: 40_000n,
 *   service: 20_000n,
 *   app: 0n,
 *   sponsored: 0n,
 * });
 * total.percentE2; // -10n: -0.10 %
 * ```
 */
export function impact(value: ImpactInput): Impact {
  const total = value.out - value.in;
  const swap = total + value.relayer + value.app;
  return {
    total: { microUsd: total, percentE2: percentE2(total, value.in) },
    swap: { microUsd: swap, percentE2: percentE2(swap, value.in) },
    expanded: {
      swap: total + value.execution + value.service + value.app,
      execution: -value.execution,
      service: -value.service,
      app: -value.app,
      sponsored: value.sponsored,
    },
  };
}
