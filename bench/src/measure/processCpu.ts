import { execFileSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks a second, as /proc counts CPU time. */
export function ticksPerSecond(): number {
  return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
}

/**
 * CPU time that a process has used so far, all of its threads together, by the scheduler's own
 * accounting, in microseconds. `/proc/PID/stat` says the same in steps of 10 ms, too coarse for
 * short loads. Linux only: that is where the figures are compared. Threads of Node stay as long as
 * their process, so none is missed.
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
