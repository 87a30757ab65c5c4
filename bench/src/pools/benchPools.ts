import type { BenchOptions } from '../benchOptions.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { runContest } from './contest.js';
import { sdkContests } from './contests.js';

/** Quotes of pools and best routes from memory, beside Uniswap's own SDKs over the same pools. */
export async function benchPools({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const figures: Figure[] = [];
  for (const contest of sdkContests()) {
    const found = await runContest(contest, rounds);
    for (const { name, value } of found) note(`${name}: ${value}`);
    figures.push(...found);
  }
  return {
    bench: 'pools',
    figures,
    notes: [
      `Medians of ${String(rounds)} rounds in rotation, after one to warm up; CPU time of this process for one trade. All results are compared first and equal to the unit.`,
    ],
  };
}
