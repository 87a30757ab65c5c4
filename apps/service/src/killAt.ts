import { appendFileSync } from 'node:fs';

/** Settings of failpoints, as the environment gives them. */
export interface FailpointSettings {
  /**
   * Names of the points to die at, as `stored`, or `stored:2` for the second time that it is
   * reached; several with commas between: the process dies at the first of them.
   */
  readonly wanted: string | undefined;
  /** File that gets a line for each point at its first reaching, and `kill` before a death. */
  readonly hitsFile?: string | undefined;
}

/**
 * Creates the failpoint of `PORTAGE_FAILPOINT` and `PORTAGE_FAILPOINT_HITS`. The process kills
 * itself there as `kill -9` would. Tests of recovery use it; without the variables it does nothing.
 */
export function killAt({
  wanted,
  hitsFile,
}: FailpointSettings): ((point: string) => void) | undefined {
  if ((wanted ?? '') === '' && hitsFile === undefined) return undefined;
  const deadly = new Map(
    (wanted ?? '').split(',').map((each) => {
      const [name = '', time = '1'] = each.split(':');
      return [name, Number(time)];
    }),
  );
  const reached = new Map<string, number>();
  const note = (text: string): void => {
    // Nothing that waits would be written any more before the death.
    if (hitsFile !== undefined) appendFileSync(hitsFile, `${text}\n`);
  };
  return (point) => {
    const times = (reached.get(point) ?? 0) + 1;
    reached.set(point, times);
    if (times === 1) note(point);
    if (times !== deadly.get(point)) return;
    note(`kill ${point}`);
    process.kill(process.pid, 'SIGKILL');
  };
}
