import { Money } from '@portage/core';

/** Bytes of the payloads whose fees are read: between and beyond them fees are straight. */
export const sampleBytes = { small: 256, large: 2_304 } as const;

/** Data fees of two payloads of {@link sampleBytes}, in wei. */
export interface DataFee {
  readonly small: bigint;
  readonly large: bigint;
}

/** Data fee of a chain that charges none. */
export const noDataFee: DataFee = { small: 0n, large: 0n };

/**
 * Data fee of a signed transaction of so many bytes, in wei, rounded up. A smaller one than the
 * small sample costs what that one costs.
 *
 * @example
 * ```ts
 * dataFeeOf({ small: 1_000n, large: 3_048n }, 512); // 1_256n
 * ```
 */
export function dataFeeOf({ small, large }: DataFee, bytes: number): bigint {
  if (bytes <= sampleBytes.small || large <= small) return large < small ? large : small;
  const further = BigInt(bytes - sampleBytes.small);
  return (
    small + Money.mulDivUp(large - small, further, BigInt(sampleBytes.large - sampleBytes.small))
  );
}
