import { Money, type Observed } from '@portage/core';
import { isObject, malformedReply, type RefreshPart, type RpcReply } from '@portage/chain-kit';
import { readQuantity } from '../rpc/parse.js';

const blocksRead = 5;
/** Tip, in wei, where blocks are empty and nobody tips. */
const tipMin = 1_000_000n;

/** Fees of one transaction, in wei per gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** The market, in wei per gas. */
export interface Market {
  /** Base fee of the next block. */
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** Prices of gas, from memory. */
export interface FeeMemory extends RefreshPart {
  market(): Observed<Market> | undefined;
}

/** Ceiling and clock of the gas prices. */
export interface FeesOptions {
  /** The most that a tip may be, in wei per gas. */
  readonly ceiling: bigint;
  readonly clock: () => number;
}

/**
 * Keeps the market from `eth_feeHistory`. A tip is clamped, so that a broken endpoint cannot make
 * us overpay.
 */
export function createFees({ ceiling, clock }: FeesOptions): FeeMemory {
  let market: Observed<Market> | undefined;
  return {
    market: () => market,
    requests: () => [
      { method: 'eth_feeHistory', params: [`0x${blocksRead.toString(16)}`, 'latest', [50]] },
    ],
    apply: ([reply]) => {
      market = { value: readMarket(reply, ceiling), observedAt: clock() };
    },
  };
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

/**
 * Both fees raised by an eighth (12.5 %, rounded up), the least that every node takes as a
 * replacement.
 */
export function raiseFees(previous: Fees): Fees {
  return {
    maxFeePerGas: Money.mulDivUp(previous.maxFeePerGas, 9n, 8n),
    maxPriorityFeePerGas: Money.mulDivUp(previous.maxPriorityFeePerGas, 9n, 8n),
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
  return Money.mulDivUp(market.baseFee, 9n, 8n) + market.tip;
}

function readMarket(reply: RpcReply | undefined, ceiling: bigint): Market {
  if (reply?.ok !== true || !isObject(reply.result)) throw malformedReply('fee history');
  const { baseFeePerGas, reward } = reply.result;
  if (!Array.isArray(baseFeePerGas)) throw malformedReply('fee history');
  const baseFee = readQuantity(baseFeePerGas.at(-1), 'base fee');
  const tips = (Array.isArray(reward) ? (reward as readonly unknown[]) : [])
    .map((entry) => (Array.isArray(entry) ? readQuantity(entry[0], 'tip') : 0n))
    .filter((tip) => tip > 0n)
    .sort((a, b) => (a < b ? -1 : 1));
  const median = tips[Math.floor(tips.length / 2)] ?? tipMin;
  const tip = median < tipMin ? tipMin : median > ceiling ? ceiling : median;
  return { baseFee, tip };
}
