import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks a second, the unit of CPU time in /proc. */
export function ticksPerSecond(): number {
  return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
}

/**
 * CPU time of a process so far, all of its threads together, by the scheduler's own accounting, in
 * microseconds. `/proc/PID/stat` has steps of 10 ms, too coarse for short loads. Linux only, where
 * the figures are compared. Node's threads live as long as their process, so none is missed.
 */
export function processCpu(pid: number): number {
  const folder = `/proc/${String(pid)}/task`;
  const nanoseconds = readdirSync(folder).reduce(
    (sum, task) =>
      sum + Number(readFileSync(`${folder}/${task}/schedstat`, 'utf8').split(' ', 1)[0]),
    0,
  );
  return nanoseconds / 1_000;
}
