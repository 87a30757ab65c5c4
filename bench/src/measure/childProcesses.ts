import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { ticksPerSecond } from './processCpu.js';

/** Numbers of `/proc/PID/stat` after the command's name; undefined for a process that has ended. */
function readStat(pid: number): readonly number[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
  } catch {
    return undefined;
  }
}

/** Descendants of a process: its children, theirs, and so on. Linux only. */
export function childProcesses(pid: number): readonly number[] {
  const parents = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), readStat(Number(name))?.[1]]),
  );
  const below = (parent: number): readonly number[] =>
    [...parents].flatMap(([child, of]) => (of === parent ? [child, ...below(child)] : []));
  return below(pid);
}

/** Pins processes, and everything they start from now on, to a core. */
export function pinProcesses(pids: readonly number[], core: number): void {
  for (const pid of pids)
    execFileSync('taskset', ['-a', '-p', '-c', String(core), String(pid)], { stdio: 'ignore' });
}

/**
 * CPU time of all descendants of a process so far, in microseconds. Ended ones count as far as
 * their parents saw it.
 */
export function createChildrenClock(): (pid: number) => number {
  const ticks = ticksPerSecond();
  return (pid) =>
    childProcesses(pid)
      .map(readStat)
      .reduce(
        (sum, stat) =>
          sum +
          (stat === undefined
            ? 0
            : [11, 12, 13, 14].reduce((own, field) => own + (stat[field] ?? 0), 0) / ticks) *
            1e6,
        0,
      );
}
