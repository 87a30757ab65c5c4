import type { FeeBucket } from '@portage/core';

/** Fees of a quote by origin, in smallest units of its origin currency. */
export interface FeeParts {
  /** Gas of the payment on the destination chain. */
  readonly gas: bigint;
  /** Flat fee of every payment. */
  readonly fixed: bigint;
  /** Price of moving liquidity in this direction; negative for a reward. */
  readonly price: bigint;
  /** Fee of the service, a share of the amount. */
  readonly gateway: bigint;
  /** Fees of the app that asked. */
  readonly app: bigint;
  /** Rent of accounts that have to be opened. */
  readonly rent: bigint;
}

/** Members of `fees`, in the same currency as the parts. */
export interface FeeSplit {
  /** Gas of the payment and rent of the accounts that it opens. */
  readonly relayerGas: bigint;
  readonly relayerService: bigint;
  /** Exactly `relayerGas + relayerService`. */
  readonly relayer: bigint;
  readonly app: bigint;
  /** The same fees by the buckets of sponsorship. Their sum is `relayer + app`. */
  readonly buckets: Readonly<Record<FeeBucket, bigint>>;
}

/**
 * Splits fees into the members of `fees` and into the buckets of sponsorship. Nothing is rounded.
 *
 * @see docs/spec/sponsorship.md#fees
 * @example
 * ```ts
 * const { relayer } = splitFees({
 *   gas: 2n,
 *   fixed: 20_000n,
 *   price: 0n,
 *   gateway: 10n,
 *   app: 0n,
 *   rent: 0n,
 * });
 * // 20_012n
 * ```
 */
export function splitFees({ gas, fixed, price, gateway, app, rent }: FeeParts): FeeSplit {
  const relayerGas = gas + rent;
  const relayerService = fixed + price + gateway;
  return {
    relayerGas,
    relayerService,
    relayer: relayerGas + relayerService,
    app,
    buckets: { execution: gas + fixed, swap: price, 'the service': gateway, app, rent },
  };
}
