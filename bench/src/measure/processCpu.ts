import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Clock ticks a second, as /proc counts CPU time. */
export function ticksPerSecond(): number {
  return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }));
}

/**
 * CPU time that a process has used so far, by the operating system's own accounting, in microseconds. Linux only: that
 * is where the figures are compared.
 */
export function createCpuClock(): (pid: number) => number {
  const ticks = ticksPerSecond();
  return (pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command name may hold spaces; the fields after its closing parenthesis do not.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1e6;
  };
}
