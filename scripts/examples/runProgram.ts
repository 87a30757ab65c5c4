import { spawn } from 'node:child_process';

/** Arguments and surroundings of an example, and the text that it prints when it works. */
export interface Run {
  /** Program of the folder; by default what `npm start` runs. */
  readonly program?: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly prints: RegExp;
}

/** Runs an example and resolves with its fault, if it has one. */
export async function runProgram(
  project: string,
  { program, args, env, prints }: Run,
): Promise<string | undefined> {
  const [command, first] =
    program === undefined ? ['npm', ['start', '--silent', '--']] : [process.execPath, [program]];
  const { code, text } = await runCommand(command, [...first, ...args], { cwd: project, env });
  if (code !== 0) return `ended with exit code ${String(code)}`;
  return prints.test(text) ? undefined : `did not print ${String(prints)}`;
}

/** Where a command runs, and what it finds in its environment. */
export interface CommandOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** Exit code of a command, and all that it printed. */
export interface CommandEnd {
  readonly code: number | null;
  readonly text: string;
}

/** Runs a command to its end and shows what it printed. */
export async function runCommand(
  command: string,
  args: readonly string[],
  { cwd, env }: CommandOptions,
): Promise<CommandEnd> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  process.stdout.write(text.replace(/^(?=.)/gm, '  '));
  return { code, text };
}
