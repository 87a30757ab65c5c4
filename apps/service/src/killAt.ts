/**
 * Makes the failpoint that `PORTAGE_FAILPOINT` names: the process kills itself there as `kill -9`
 * would, the first time it gets there. Tests of recovery use it; without the variable nothing
 * happens.
 */
export function killAt(name: string | undefined): ((point: string) => void) | undefined {
  if (name === undefined || name === '') return undefined;
  return (point) => {
    if (point === name) process.kill(process.pid, 'SIGKILL');
  };
}
