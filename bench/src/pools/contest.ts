import { formatSpread, median } from '../measure/statistics.js';
import type { Figure } from '../measure/report.js';

/** Works through some inputs; returns the results for comparison. */
export type Pass = () => readonly bigint[] | Promise<readonly bigint[]>;

/** Same work done in two ways. */
export interface Contest {
  readonly name: string;
  /** Goal: how many times faster ours should be; undefined without a goal. */
  readonly goal?: number;
  readonly theirName: string;
  /** Clock: CPU time of this process, or waiting time. `cpu` by default. */
  readonly clock?: 'cpu' | 'wall';
  readonly ours: Pass;
  readonly theirs: Pass;
}

/**
 * Least time of each side in a round, in milliseconds. A much shorter one could neither be measured
 * nor warm up.
 */
const roundMs = 60;

/** Runs a contest. @throws Error when the results differ anywhere */
export async function runContest(contest: Contest, rounds: number): Promise<Figure> {
  const [ours, theirs] = [await contest.ours(), await contest.theirs()];
  ours.forEach((amount, index) => {
    if (amount !== theirs[index])
      throw new Error(
        `${contest.name}, trade ${String(index)}: ${String(amount)} and ${String(theirs[index])} differ.`,
      );
  });
  if (ours.length !== theirs.length)
    throw new Error(
      `${contest.name}: ${String(ours.length)} and ${String(theirs.length)} results.`,
    );
  const clock = contest.clock === 'wall' ? wallTime : cpuTime;
  const ourPasses = await passesOfRound(contest.ours, clock);
  const theirPasses = await passesOfRound(contest.theirs, clock);
  const samples: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const sides = [
      () => microseconds(contest.ours, ourPasses, clock),
      () => microseconds(contest.theirs, theirPasses, clock),
    ] as const;
    const [ourTime, theirTime] =
      round % 2 === 0
        ? [await sides[0](), await sides[1]()]
        : await sides[1]().then(async (time) => [await sides[0](), time] as const);
    if (round > 0)
      samples.push({
        ours: ourTime / ourPasses / ours.length,
        theirs: theirTime / theirPasses / theirs.length,
      });
  }
  const ratio =
    median(samples.map((sample) => sample.theirs)) / median(samples.map((sample) => sample.ours));
  const goal =
    contest.goal === undefined
      ? {}
      : { goal: `${String(contest.goal)}×`, reached: ratio >= contest.goal };
  const both = `${formatSpread(
    samples.map((sample) => sample.ours),
    2,
  )} µs beside ${formatSpread(
    samples.map((sample) => sample.theirs),
    1,
  )} µs of ${contest.theirName}`;
  return { name: contest.name, value: `${ratio.toFixed(0)}×   ${both}`, ...goal };
}

async function passesOfRound(pass: Pass, clock: () => number): Promise<number> {
  let passes = 1;
  while ((await microseconds(pass, passes, clock)) < roundMs * 1000) passes *= 2;
  return passes;
}

async function microseconds(pass: Pass, passes: number, clock: () => number): Promise<number> {
  const before = clock();
  for (let index = 0; index < passes; index += 1) await pass();
  return clock() - before;
}

/** Microseconds of CPU that this process has used. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Microseconds that have passed. */
function wallTime(): number {
  return performance.now() * 1000;
}
