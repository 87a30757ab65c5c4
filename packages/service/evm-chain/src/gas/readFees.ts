import { Money } from '@portage/core';
import { isObject, malformedReply, median, type Ask, type RpcReply } from '@portage/chain-kit';
import { readInteger, readQuantity } from '../rpc/parse.js';
import { readOthers, tipPercentile, type OtherTips } from './readOthers.js';

const blocksRead = 5;
/** A tip is at most this multiple of the base fee, where there is one. */
const tipPerBaseFee = 3n;

/** The market, in wei per gas. */
export interface Market {
  /** Base fee of the next block. */
  readonly baseFee: bigint;
  readonly tip: bigint;
}

/** Bounds of fees, in wei per gas, by chain. */
export interface FeeBounds {
  /** The most that gas may cost: more is not paid, and so not charged. */
  readonly feeCeiling: bigint;
  /** Tip where blocks have room. */
  readonly tipMin: bigint;
  readonly tipCeiling: bigint;
}

/** Bounds and account that fees are read with. */
export interface ReadFeesOptions {
  /** Account whose own transactions say nothing about the market. */
  readonly solver: string | undefined;
  readonly bounds: FeeBounds;
  readonly signal: AbortSignal;
}

/**
 * Market as one endpoint sees it, from `eth_feeHistory`. A tip buys a place only where blocks are
 * full: one of a block counts as much as the block is full, and an empty one counts as the smallest
 * tip. Transactions of the solver are left out, because what it paid must not set what it pays. The
 * median of the blocks is bounded by the chain's ceiling and by its base fee.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readFees(
  ask: Ask,
  { solver, bounds, signal }: ReadFeesOptions,
): Promise<Market> {
  const params = [`0x${blocksRead.toString(16)}`, 'latest', [tipPercentile]];
  const [reply] = await ask([{ method: 'eth_feeHistory', params }], signal);
  const history = readHistory(reply);
  const market = marketOf(history, bounds);
  // Only a tip above the smallest can be our own doing.
  if (solver === undefined || market.tip <= bounds.tipMin) return market;
  const others = await readOthers(ask, { solver, heights: heightsOf(history), signal });
  const blocks = history.blocks.map((block) => withoutOwn(block, others.get(block.height)));
  return marketOf({ ...history, blocks }, bounds);
}

/** Tip that was paid in a block, and how full it is. */
interface TippedBlock {
  readonly height: number;
  readonly tip: bigint;
  readonly fullnessBps: bigint;
}

interface History {
  readonly baseFee: bigint;
  readonly blocks: readonly TippedBlock[];
}

function heightsOf({ blocks }: History): readonly number[] {
  return blocks.map(({ height }) => height);
}

/** The block as if it held the transactions of others only. */
function withoutOwn(block: TippedBlock, others: OtherTips | undefined): TippedBlock {
  if (others === undefined) return block;
  const fullnessBps = Money.mulDivDown(block.fullnessBps, others.shareBps, Money.wholeBps);
  return { ...block, tip: others.tip, fullnessBps };
}

function marketOf({ baseFee, blocks }: History, bounds: FeeBounds): Market {
  const { feeCeiling, tipMin, tipCeiling } = bounds;
  const base = baseFee < feeCeiling ? baseFee : feeCeiling;
  const weighed = blocks.map(({ tip, fullnessBps }) =>
    Money.mulDivDown(tip, fullnessBps, Money.wholeBps),
  );
  const usual = median(weighed) ?? tipMin;
  const relative = base === 0n ? tipCeiling : tipPerBaseFee * base;
  const most = relative < tipCeiling ? relative : tipCeiling;
  const tip = usual < most ? usual : most;
  return { baseFee: base, tip: tip < tipMin ? tipMin : tip };
}

function readHistory(reply: RpcReply | undefined): History {
  if (reply?.ok !== true || !isObject(reply.result)) throw malformedReply('fee history');
  const { baseFeePerGas, gasUsedRatio, oldestBlock, reward } = reply.result;
  if (!Array.isArray(baseFeePerGas)) throw malformedReply('fee history');
  const baseFee = readQuantity(baseFeePerGas.at(-1), 'base fee');
  const rewards: readonly unknown[] = Array.isArray(reward) ? reward.slice(0, blocksRead) : [];
  const ratios: readonly unknown[] = Array.isArray(gasUsedRatio) ? gasUsedRatio : [];
  const oldest = rewards.length === 0 ? 0 : readInteger(oldestBlock, 'height');
  const blocks = rewards.map((entry, index): TippedBlock => ({
    height: oldest + index,
    tip: Array.isArray(entry) ? readQuantity(entry[0], 'tip') : 0n,
    fullnessBps: fullnessBps(ratios[index]),
  }));
  return { baseFee, blocks };
}

/** Fullness of a block in basis points; a block whose fullness is not told counts as full. */
function fullnessBps(ratio: unknown): bigint {
  if (typeof ratio !== 'number' || !(ratio >= 0 && ratio <= 1)) return Money.wholeBps;
  return BigInt(Math.round(ratio * 10_000));
}
