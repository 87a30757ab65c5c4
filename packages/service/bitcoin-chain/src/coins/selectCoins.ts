import {
  dustLimit,
  inputWeight,
  scriptKind,
  transactionWeight,
  virtualSize,
  type Output,
} from '@portage/bitcoin/transaction';
import { Money } from '@portage/core';
import { outpointOf, sumOf, type OwnedCoin } from './coin.js';

/** Coins of one transaction at most, so that nodes pass it on and signing stays short. */
const coinsMax = 200;

/** Steps of the search for coins that match exactly. */
const searchStepsMax = 2_000;

/** A transaction that lacks the coins which pay for it. */
export interface Draft {
  /** Coins that it spends in any case. */
  readonly inputs: readonly OwnedCoin[];
  readonly outputs: readonly Output[];
  /** Script of the change, which is its last output. */
  readonly change: Uint8Array;
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: bigint;
}

/** A transaction whose inputs are worth its outputs and its fee, to the satoshi. */
export interface FundedDraft {
  /** Those of the draft, and then the coins that were added. */
  readonly inputs: readonly OwnedCoin[];
  /** Those of the draft, and then the change unless there is none. */
  readonly outputs: readonly Output[];
  /** Satoshi. */
  readonly fee: bigint;
}

/** Fee of so many virtual bytes, rounded up; satoshi. */
export function feeOf(feeRate: bigint, bytes: number): bigint {
  return Money.mulDivUp(feeRate, BigInt(bytes), 1_000n);
}

/** Fee of spending a coin of the solver; satoshi. */
export function spendingCost(feeRate: bigint): bigint {
  return feeOf(feeRate, virtualSize(inputWeight('p2wpkh')));
}

/** Coins that bring more than what spending them costs: others make a payment dearer. Pure. */
export function worthSpending(coins: readonly OwnedCoin[], feeRate: bigint): readonly OwnedCoin[] {
  const cost = spendingCost(feeRate);
  return coins.filter(({ value }) => value > cost);
}

/** Virtual bytes of a signed transaction at most. */
export function sizeOf(inputs: readonly OwnedCoin[], outputs: readonly Output[]): number {
  const kinds = inputs.map(({ script }) => scriptKind(script) ?? 'p2wpkh');
  return virtualSize(
    transactionWeight(
      kinds,
      outputs.map(({ script }) => script),
    ),
  );
}

/**
 * Funds a draft with these inputs: what they leave over is change. A change below its dust limit
 * goes to the fee, and nothing else does.
 */
export function fundWith(draft: Draft, inputs: readonly OwnedCoin[]): FundedDraft | undefined {
  const { outputs, change, feeRate } = draft;
  const left = sumOf(inputs) - sumOf(outputs);
  if (left < feeOf(feeRate, sizeOf(inputs, outputs))) return undefined;
  const place: Output = { script: change, value: 0n };
  const value = left - feeOf(feeRate, sizeOf(inputs, [...outputs, place]));
  if (value < dustLimit(change)) return { inputs, outputs, fee: left };
  return { inputs, outputs: [...outputs, { ...place, value }], fee: left - value };
}

/**
 * Adds coins to a draft: those that match it without change where some do, otherwise the largest
 * first. Dust is left where it is. The same coins always give the same answer, in whatever order
 * they come. Pure.
 *
 * @returns undefined where the coins are not enough
 */
export function selectCoins(draft: Draft, coins: readonly OwnedCoin[]): FundedDraft | undefined {
  const worth = worthSpending(coins, draft.feeRate);
  const sorted = [...worth].sort(compareCoins).slice(0, coinsMax);
  if (draft.inputs.length > 0) {
    const alone = fundWith(draft, draft.inputs);
    if (alone !== undefined) return alone;
  }
  return matchExactly(draft, sorted) ?? takeLargest(draft, sorted);
}

function compareCoins(one: OwnedCoin, other: OwnedCoin): number {
  if (one.value !== other.value) return one.value > other.value ? -1 : 1;
  return outpointOf(one) < outpointOf(other) ? -1 : 1;
}

/** Adds coins in their order until they are enough, and no more. Pure. */
export function takeLargest(draft: Draft, sorted: readonly OwnedCoin[]): FundedDraft | undefined {
  for (let count = 1; count <= sorted.length; count += 1) {
    const funded = fundWith(draft, [...draft.inputs, ...sorted.slice(0, count)]);
    if (funded !== undefined) return funded;
  }
  return undefined;
}

/** Branch and bound over the coins, largest first; what it finds is funded without change. */
function matchExactly(draft: Draft, sorted: readonly OwnedCoin[]): FundedDraft | undefined {
  const rests = [...sorted].reverse().reduce<bigint[]>((sums, { value }) => {
    return [(sums[0] ?? 0n) + value, ...sums];
  }, []);
  const needed = sumOf(draft.outputs) - sumOf(draft.inputs);
  let steps = 0;
  const search = (from: number, chosen: readonly OwnedCoin[]): FundedDraft | undefined => {
    steps += 1;
    const funded = chosen.length === 0 ? undefined : fundWith(draft, [...draft.inputs, ...chosen]);
    // More coins would only leave more over.
    if (funded !== undefined)
      return funded.outputs.length === draft.outputs.length ? funded : undefined;
    if (steps > searchStepsMax || sumOf(chosen) + (rests[from] ?? 0n) < needed) return undefined;
    for (let next = from; next < sorted.length && steps <= searchStepsMax; next += 1) {
      const coin = sorted[next];
      const found = coin === undefined ? undefined : search(next + 1, [...chosen, coin]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return search(0, []);
}
