import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { commandOf } from '../../../scripts/commandOf.js';

/** Result of one run of the command line. */
export interface BinRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface BinOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Text in the output after which the run gets Ctrl-C. */
  readonly interruptAt?: string;
}

/** Runs the command line as its own process. */
export async function runBin(
  args: readonly string[],
  { env = {}, interruptAt }: BinOptions = {},
): Promise<BinRun> {
  const child = spawn(process.execPath, [...commandOf('apps/cli'), ...args], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env['PATH'], NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  let interrupted = false;
  child.stdout.on('data', (chunk: Buffer) => {
    stdout += chunk.toString();
    if (interruptAt === undefined || interrupted || !stdout.includes(interruptAt)) return;
    interrupted = true;
    child.kill('SIGINT');
  });
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
  return { code, stdout, stderr };
}

/** JSON objects of an output, one a line. */
export function jsonLines(text: string): Record<string, unknown>[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}
