import { Money } from '@portage/core';
import type { Market } from './readFees.js';

/** Fees of one transaction, in wei per gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/**
 * Twice the base fee leaves room for six full blocks in a row; never above the ceiling, so a spike
 * means waiting.
 */
export function policyFees(market: Market, ceiling: bigint): Fees {
  return clampFees(
    { maxFeePerGas: 2n * market.baseFee + market.tip, maxPriorityFeePerGas: market.tip },
    ceiling,
  );
}

/** A fee raised by an eighth (12.5%, rounded up), the least that every node takes for another. */
export function raise(fee: bigint): bigint {
  return Money.mulDivUp(fee, 9n, 8n);
}

/** Both fees raised, as a replacement needs it. */
export function raiseFees(previous: Fees): Fees {
  return {
    maxFeePerGas: raise(previous.maxFeePerGas),
    maxPriorityFeePerGas: raise(previous.maxPriorityFeePerGas),
  };
}

/** The larger of two fees, member by member. */
export function largerFees(a: Fees, b: Fees): Fees {
  return {
    maxFeePerGas: a.maxFeePerGas > b.maxFeePerGas ? a.maxFeePerGas : b.maxFeePerGas,
    maxPriorityFeePerGas:
      a.maxPriorityFeePerGas > b.maxPriorityFeePerGas
        ? a.maxPriorityFeePerGas
        : b.maxPriorityFeePerGas,
  };
}

/** Fees that are at most the ceiling; a tip is never above the whole. */
export function clampFees(fees: Fees, ceiling: bigint): Fees {
  const maxFeePerGas = fees.maxFeePerGas < ceiling ? fees.maxFeePerGas : ceiling;
  return {
    maxFeePerGas,
    maxPriorityFeePerGas:
      fees.maxPriorityFeePerGas < maxFeePerGas ? fees.maxPriorityFeePerGas : maxFeePerGas,
  };
}

/**
 * Expected price of a unit of gas, in wei: the next base fee, an eighth for the blocks until
 * inclusion, and the tip.
 */
export function expectedPrice(market: Market): bigint {
  return raise(market.baseFee) + market.tip;
}

/** The same of a transaction that offers these fees: it never pays more than it offers. */
export function offeredPrice({ baseFee }: Market, fees: Fees): bigint {
  const price = raise(baseFee) + fees.maxPriorityFeePerGas;
  return price < fees.maxFeePerGas ? price : fees.maxFeePerGas;
}
