import { execFile } from 'node:child_process';
import { commandOf } from '../../../../scripts/commandOf.js';

/** Outcome of a command. */
export interface Ended {
  readonly code: number;
  readonly signal: string | null;
  readonly output: string;
  readonly errors: string;
}

/** Where the commands of an operator run. */
export interface Shell {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs the command of a package as an operator does, in the operator's folder. */
export function runCommand(
  program: 'apps/service' | 'apps/cli',
  args: readonly string[],
  { folder, env }: Shell,
): Promise<Ended> {
  const { PATH, HOME } = process.env;
  const options = { cwd: folder, env: { PATH, HOME, NO_COLOR: '1', ...env } };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...commandOf(program), ...args],
      options,
      (error, output, errors) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, output, errors, signal: error?.signal ?? null });
      },
    );
  });
}
