import type { BenchOptions } from '../benchOptions.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { runContest, type Contest } from './contest.js';
import { sdkContests } from './contests.js';
import { openChainContests } from './openChainContests.js';

/**
 * Pool trades and best routes from memory, beside Uniswap's own SDKs over the same pools and beside
 * calls of its quoter.
 */
export async function benchPools({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const figures: Figure[] = [];
  const run = async (contests: readonly Contest[]): Promise<void> => {
    for (const contest of contests) {
      const figure = await runContest(contest, rounds);
      note(`${figure.name}: ${figure.value}`);
      figures.push(figure);
    }
  };
  await run(sdkContests());
  const chain = await openChainContests();
  try {
    await run(chain.contests);
  } finally {
    await chain.close();
  }
  return {
    bench: 'pools',
    figures,
    notes: [
      `Medians of ${String(rounds)} rounds in rotation, after one to warm up; CPU time of this process for one trade, and for calls of the quoter the time that one waits. All results are compared first and equal to the unit.`,
      'Best routes: our search asks each pool once for each hop and side, because more into a pool is never less out of it; the SDKs follow every path.',
    ],
  };
}
