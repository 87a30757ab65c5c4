import { percentE2 } from './percent.js';

/** Values of a quote in micro-USD. */
export interface ImpactInput {
  /** `details.currencyIn.amountUsd`. */
  readonly in: bigint;
  /** `details.currencyOut.amountUsd`. */
  readonly out: bigint;
  /** `fees.relayer.amountUsd`. */
  readonly relayer: bigint;
  /** `fees.app.amountUsd`. */
  readonly app: bigint;
  /** `fees.subsidized.amountUsd`. */
  readonly sponsored: bigint;
  /** Amounts of the buckets of sponsorship that the user pays. */
  readonly userPays: {
    readonly execution: bigint;
    readonly service: bigint;
    readonly app: bigint;
    readonly rent: bigint;
  };
}

/**
 * Price impact of a quote in micro-USD, negative for a cost, and in hundredths of a percent of the
 * input.
 */
export interface Impact {
  readonly total: { readonly microUsd: bigint; readonly percentE2: bigint };
  /** Impact of the pools: the total without the explicit fees that the user pays. */
  readonly swap: { readonly microUsd: bigint; readonly percentE2: bigint };
  /**
   * The total by what the user pays of each bucket: swap + execution + service + app = total. Rent
   * is part of the execution. `sponsored` is not part of the sum.
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
 * Works out the price impact of a quote. Money of a sponsor neither costs the user anything nor
 * hides what the pools take. USD values are rounded one by one, so the swap bucket is the total
 * less the other buckets: their sum is exact.
 *
 * @example
 * ```ts
 * const { total, expanded } = impact({
 *   in: 100_000_000n,
 *   out: 99_900_000n,
 *   relayer: 60_000n,
 *   app: 0n,
 *   sponsored: 0n,
 *   userPays: { execution: 40_000n, service: 20_000n, app: 0n, rent: 0n },
 * });
 * total.percentE2; // -10n: -0.10%
 * ```
 */
export function impact(value: ImpactInput): Impact {
  const total = value.out - value.in;
  const swap = total + value.relayer + value.app - value.sponsored;
  const { service, app } = value.userPays;
  const execution = value.userPays.execution + value.userPays.rent;
  return {
    total: { microUsd: total, percentE2: percentE2(total, value.in) },
    swap: { microUsd: swap, percentE2: percentE2(swap, value.in) },
    expanded: {
      swap: total + execution + service + app,
      execution: -execution,
      service: -service,
      app: -app,
      sponsored: value.sponsored,
    },
  };
}
