import type { ExchangeTransaction } from '@portage/exchange/api';

/** Bounds of the times of blocks, Unix seconds. */
export interface TimeBounds {
  /** Time of the newest block that was known before; 0 where none was. */
  readonly from: number;
  readonly now: number;
}

/** Seconds before now that count as now: clocks differ by as much. */
const freshSeconds = 2;

/**
 * Times of the blocks of transactions, Unix seconds: when the exchange executed them, so that a
 * deposit that was read late is not late. A time before a block that was known already, or after
 * now, is not believed. Times never go back from one block to the next. Pure.
 */
export function createTimes(
  transactions: readonly ExchangeTransaction[],
  { from, now }: TimeBounds,
): (height: number) => number {
  const told = new Map<number, number>();
  for (const { blockHeight: height, executedAt, queuedAt } of transactions) {
    const at = executedAt ?? queuedAt;
    if (height === undefined || at === undefined) continue;
    told.set(height, Math.max(told.get(height) ?? 0, Math.floor(at / 1_000)));
  }
  const times = new Map<number, number>();
  let newest = Math.min(from, now);
  for (const [height, time] of [...told].sort(([one], [other]) => one - other)) {
    if (time > newest) newest = now - time <= freshSeconds ? now : time;
    times.set(height, newest);
  }
  return (height) => times.get(height) ?? now;
}
