import type { MempoolEntry } from '../mempool/entry.js';
import { reservedWeight } from './createMiner.js';
import { selectTransactions } from './selectTransactions.js';

/** Rates to be mined within some blocks. */
export interface RateOptions {
  readonly minedWeightMax: number;
  readonly minRelaySatPerKvb: bigint;
}

/**
 * Rates at which a transaction is mined within 1, 2, … blocks, satoshis a kilobyte: a tenth above
 * what the cheapest transaction of that block pays, and the least rate where blocks have room.
 */
export function estimateRates(
  entries: Iterable<MempoolEntry>,
  blocks: number,
  { minedWeightMax, minRelaySatPerKvb }: RateOptions,
): readonly bigint[] {
  const room = minedWeightMax - reservedWeight;
  const all = [...entries];
  const taken = new Set<MempoolEntry>();
  const rates: bigint[] = [];
  while (rates.length < blocks) {
    const { leastSatPerKvb = minRelaySatPerKvb } = selectTransactions(all, room, taken);
    const isFull = taken.size < all.length;
    const rate = isFull ? (leastSatPerKvb * 11n + 9n) / 10n : minRelaySatPerKvb;
    rates.push(rate > minRelaySatPerKvb ? rate : minRelaySatPerKvb);
    if (!isFull) break;
  }
  while (rates.length < blocks) rates.push(minRelaySatPerKvb);
  return rates;
}
