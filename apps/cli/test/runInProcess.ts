import { PassThrough } from 'node:stream';
import { runCli } from '../src/runCli.js';
import type { BinRun } from './runBin.js';

/** Runs the command line in this process, where many runs would wait for processes to start. */
export async function runInProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<BinRun> {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const texts = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const { signal } = new AbortController();
  const code = await runCli(args, {
    env: { NO_COLOR: '1', ...env },
    stdin,
    stdout,
    stderr,
    signal,
  });
  return { code, ...texts };
}
