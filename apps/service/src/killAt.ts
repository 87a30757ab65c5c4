/**
 * Creates the failpoint that `PORTAGE_FAILPOINT` names. The process kills itself there as `kill -9`
 * would, the first time it gets there. Tests of recovery use it; without the variable it does
 * nothing.
 */
export function killAt(name: string | undefined): ((point: string) => void) | undefined {
  if (name === undefined || name === '') return undefined;
  return (point) => {
    if (point === name) process.kill(process.pid, 'SIGKILL');
  };
}
