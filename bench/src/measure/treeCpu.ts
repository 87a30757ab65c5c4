import { childProcesses } from './childProcesses.js';
import { processCpu } from './processCpu.js';

/** CPU microseconds so far of each process of a tree. */
export type TreeCpu = ReadonlyMap<number, number>;

/** Reads a process and all below it. */
export function readTree(pid: number): TreeCpu {
  return new Map([pid, ...childProcesses(pid)].map((one) => [one, cpuOf(one)]));
}

/** CPU of a tree between two readings. A process that ended meanwhile takes its own along. */
export function cpuBetween(before: TreeCpu, after: TreeCpu): number {
  return [...after].reduce((sum, [pid, used]) => sum + used - (before.get(pid) ?? 0), 0);
}

/** CPU time of a process that may end while it is read. */
function cpuOf(pid: number): number {
  try {
    return processCpu(pid);
  } catch {
    return 0;
  }
}
