import { execFile } from 'node:child_process';
import { waitMsMax } from '@portage/testing';
import { commandOf } from '../../../../scripts/commandOf.js';

/** Outcome of a command. */
export interface Ended {
  /** Exit code; -1 where a signal ended the command, or it could not be run. */
  readonly code: number;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
  /** Seconds after which the command was killed because its time was over. */
  readonly lateSeconds?: number;
}

/** Where the commands of an operator run. */
export interface Shell {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  /** Kills what runs: the time of the step, or of the whole way, is over. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the command of a package as an operator does, in the operator's folder. It always ends: a
 * command that waits for what never comes gets SIGKILL.
 *
 * @param msMax - most milliseconds of this command
 */
export function runCommand(
  program: 'apps/service' | 'apps/cli',
  args: readonly string[],
  { folder, env, signal }: Shell,
  msMax: number = waitMsMax,
): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const options = {
    cwd: folder,
    env: { PATH, HOME, NO_COLOR: '1', ...env },
    maxBuffer: 67_108_864,
  };
  const over = AbortSignal.any([AbortSignal.timeout(msMax), ...(signal ? [signal] : [])]);
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [...commandOf(program), ...args],
      options,
      (error, output, errors) => {
        over.removeEventListener('abort', kill);
        const code = typeof error?.code === 'number' ? error.code : -1;
        const lateSeconds = Math.round((performance.now() - startedAt) / 100) / 10;
        resolve({
          code: error === null ? 0 : code,
          signal: error?.signal ?? null,
          output,
          errors,
          ...(isLate && { lateSeconds }),
        });
      },
    );
    let isLate = false;
    const kill = (): void => {
      isLate = true;
      // SIGTERM is what a command that hangs may not hear; its pipes could be held by another.
      child.kill('SIGKILL');
      child.stdout?.destroy();
      child.stderr?.destroy();
    };
    if (over.aborted) kill();
    else over.addEventListener('abort', kill, { once: true });
  });
}
