import { formatSpread, median } from '../measure/statistics.js';
import type { Figure } from '../measure/report.js';

/** Works through some inputs; answers with the results, to be compared. */
export type Pass = () => readonly bigint[] | Promise<readonly bigint[]>;

/** The same work done in two ways. */
export interface Contest {
  readonly name: string;
  /** How many times ours should be faster; undefined where nobody said. */
  readonly goal?: number;
  readonly theirName: string;
  readonly ours: Pass;
  readonly theirs: Pass;
}

/** CPU time of this process that each side of a round takes at least: much shorter could neither be measured nor warm up. */
const roundMs = 60;

/** Runs a contest. @throws Error when the results differ anywhere */
export async function runContest(contest: Contest, rounds: number): Promise<readonly Figure[]> {
  const [ours, theirs] = [await contest.ours(), await contest.theirs()];
  ours.forEach((amount, index) => {
    if (amount !== theirs[index]) throw new Error(`${contest.name}, trade ${String(index)}: ${String(amount)} and ${String(theirs[index])} differ.`);
  });
  if (ours.length !== theirs.length) throw new Error(`${contest.name}: ${String(ours.length)} and ${String(theirs.length)} results.`);
  const ourPasses = await passesOfRound(contest.ours);
  const theirPasses = await passesOfRound(contest.theirs);
  const samples: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const sides = [() => microseconds(contest.ours, ourPasses), () => microseconds(contest.theirs, theirPasses)] as const;
    const [ourTime, theirTime] = round % 2 === 0 ? [await sides[0](), await sides[1]()] : await sides[1]().then(async (time) => [await sides[0](), time] as const);
    if (round > 0) samples.push({ ours: ourTime / ourPasses / ours.length, theirs: theirTime / theirPasses / theirs.length });
  }
  const ratio = median(samples.map((sample) => sample.theirs)) / median(samples.map((sample) => sample.ours));
  const goal = contest.goal === undefined ? {} : { goal: `${String(contest.goal)}×`, reached: ratio >= contest.goal };
  const both = `${formatSpread(samples.map((sample) => sample.ours), 2)} µs beside ${formatSpread(samples.map((sample) => sample.theirs), 1)} µs of ${contest.theirName}`;
  return [{ name: contest.name, value: `${ratio.toFixed(0)}×   ${both}`, ...goal }];
}

async function passesOfRound(pass: Pass): Promise<number> {
  let passes = 1;
  while ((await microseconds(pass, passes)) < roundMs * 1000) passes *= 2;
  return passes;
}

async function microseconds(pass: Pass, passes: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < passes; index += 1) await pass();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}
