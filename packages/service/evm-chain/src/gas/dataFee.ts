import { Money } from '@portage/core';

/** Bytes of the payloads whose fees are read: between and beyond them fees are straight. */
export const sampleBytes = { small: 256, large: 2_304 } as const;

/** Fees that a rollup takes beside gas, in wei. */
export interface DataFee {
  /** Data fees of two payloads of {@link sampleBytes}. */
  readonly small: bigint;
  readonly large: bigint;
  /** Fee of the chain's operator: for a transaction, and for a million units of its gas. */
  readonly perTransaction: bigint;
  readonly perMillionGas: bigint;
}

/** Fees of a chain that takes none beside gas. */
export const noDataFee: DataFee = { small: 0n, large: 0n, perTransaction: 0n, perMillionGas: 0n };

/**
 * Data fee of a signed transaction of so many bytes, in wei, rounded up. A smaller one than the
 * small sample costs what that one costs.
 *
 * @example
 * ```ts
 * dataFeeOf({ small: 1_000n, large: 3_048n }, 512); // 1_256n
 * ```
 */
export function dataFeeOf(
  { small, large }: Pick<DataFee, 'small' | 'large'>,
  bytes: number,
): bigint {
  if (bytes <= sampleBytes.small || large <= small) return large < small ? large : small;
  const further = BigInt(bytes - sampleBytes.small);
  return (
    small + Money.mulDivUp(large - small, further, BigInt(sampleBytes.large - sampleBytes.small))
  );
}

const million = 1_000_000n;

/**
 * Fee of the chain's operator for a transaction of so much gas, in wei, rounded up.
 *
 * @example
 * ```ts
 * operatorFeeOf({ perTransaction: 5n, perMillionGas: 10n }, 150_000n); // 7n
 * ```
 */
export function operatorFeeOf(
  { perTransaction, perMillionGas }: Pick<DataFee, 'perTransaction' | 'perMillionGas'>,
  gas: bigint,
): bigint {
  return perTransaction + Money.mulDivUp(perMillionGas, gas, million);
}
