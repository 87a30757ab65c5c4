import { Money, type Observed } from '@portage/core';
import { isObject, malformedReply, type RefreshPart, type RpcReply } from '@portage/chain-kit';
import { readQuantity } from '../rpc/parse.js';

const blocksRead = 5;
/** Share of a block's gas, in percent, that was taken for the tip that is read, or for less. */
const tipPercentile = 20;
/** A tip is at most this multiple of the base fee, where there is one. */
const tipPerBaseFee = 3n;

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

/** Bounds of a tip, in wei per gas, by chain. */
export interface TipBounds {
  /** Tip where blocks have room. */
  readonly tipMin: bigint;
  readonly tipCeiling: bigint;
}

/** Prices of gas, from memory. */
export interface FeeMemory extends RefreshPart {
  market(): Observed<Market> | undefined;
}

/** Bounds and clock of the gas prices. */
export interface FeesOptions extends TipBounds {
  readonly clock: () => number;
}

/**
 * Keeps the market from `eth_feeHistory`. A tip buys a place only where blocks are full: one of a
 * block counts as much as the block is full, and an empty one counts as the smallest tip. The
 * median of the blocks is bounded by the chain's ceiling and by its base fee, so that neither a
 * stranger nor a broken endpoint can make us overpay.
 */
export function createFees({ tipMin, tipCeiling, clock }: FeesOptions): FeeMemory {
  let market: Observed<Market> | undefined;
  return {
    market: () => market,
    requests: () => [
      {
        method: 'eth_feeHistory',
        params: [`0x${blocksRead.toString(16)}`, 'latest', [tipPercentile]],
      },
    ],
    apply: ([reply]) => {
      market = { value: readMarket(reply, { tipMin, tipCeiling }), observedAt: clock() };
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

function readMarket(reply: RpcReply | undefined, { tipMin, tipCeiling }: TipBounds): Market {
  if (reply?.ok !== true || !isObject(reply.result)) throw malformedReply('fee history');
  const { baseFeePerGas, gasUsedRatio, reward } = reply.result;
  if (!Array.isArray(baseFeePerGas)) throw malformedReply('fee history');
  const baseFee = readQuantity(baseFeePerGas.at(-1), 'base fee');
  const rewards: readonly unknown[] = Array.isArray(reward) ? reward : [];
  const ratios: readonly unknown[] = Array.isArray(gasUsedRatio) ? gasUsedRatio : [];
  const tips = rewards
    .map((entry, index) => {
      const tip = Array.isArray(entry) ? readQuantity(entry[0], 'tip') : 0n;
      return Money.mulDivDown(tip, fullnessBps(ratios[index]), Money.wholeBps);
    })
    .sort((a, b) => (a < b ? -1 : 1));
  const median = tips[Math.floor((tips.length - 1) / 2)] ?? tipMin;
  const relative = baseFee === 0n ? tipCeiling : tipPerBaseFee * baseFee;
  const most = relative < tipCeiling ? relative : tipCeiling;
  const tip = median < most ? median : most;
  return { baseFee, tip: tip < tipMin ? tipMin : tip };
}

/** Fullness of a block in basis points; a block whose fullness is not told counts as full. */
function fullnessBps(ratio: unknown): bigint {
  if (typeof ratio !== 'number' || !(ratio >= 0 && ratio <= 1)) return Money.wholeBps;
  return BigInt(Math.round(ratio * 10_000));
}
