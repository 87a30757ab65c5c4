import type { EvmTransactionData } from '@portage/core';
import type { Request } from './connection.js';

/** Largest multiple of the chain's own gas price that a step may name. */
const priceFactor = 10n;

/** Fees in wei per unit of gas, as far as a step names ones that are believed. */
export interface ClampedFees {
  readonly maxFeePerGas?: bigint;
  readonly maxPriorityFeePerGas?: bigint;
}

/**
 * The fees of a step, or none where they are far above what the chain asks, or where that cannot be
 * read: the wallet chooses then. Fees are the payer's money too, and no order says what becomes of
 * them.
 */
export async function clampFees(
  read: Request,
  { maxFeePerGas, maxPriorityFeePerGas }: EvmTransactionData,
): Promise<ClampedFees> {
  const named = [maxFeePerGas, maxPriorityFeePerGas].filter((fee) => fee !== undefined);
  if (named.length === 0 || named.some((fee) => !/^\d{1,78}$/.test(fee))) return {};
  const price = await read('eth_gasPrice', []).catch(() => undefined);
  if (typeof price !== 'string' || !/^0x[0-9a-fA-F]{1,64}$/.test(price)) return {};
  if (named.some((fee) => BigInt(fee) > BigInt(price) * priceFactor)) return {};
  return {
    ...(maxFeePerGas === undefined ? {} : { maxFeePerGas: BigInt(maxFeePerGas) }),
    ...(maxPriorityFeePerGas === undefined
      ? {}
      : { maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) }),
  };
}
