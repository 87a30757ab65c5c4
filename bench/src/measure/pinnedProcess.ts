import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Child process on a named core. */
export interface PinnedProcess {
  readonly pid: number;
  /** First line of its standard output that holds JSON. */
  readonly ready: Promise<unknown>;
  /** Whole standard output, once the process ended. */
  readonly finished: Promise<string>;
  stop(): Promise<void>;
}

/**
 * Starts a Node program, on one core (`taskset`) if one is named, so that servers and load do not
 * take each other's time.
 */
export function startPinned(
  core: number | undefined,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
): PinnedProcess {
  const [command, ...rest] =
    core === undefined ? [process.execPath] : ['taskset', '-c', String(core), process.execPath];
  const child = spawn(command, [...rest, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  let output = '';
  const finished = new Promise<string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', () => {
      resolve(output);
    });
  });
  const ready = new Promise<unknown>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
      const line = output.split('\n').find((text) => text.startsWith('{') && text.endsWith('}'));
      if (line !== undefined) resolve(JSON.parse(line));
    });
    finished.then(() => {
      reject(new Error(`${args.join(' ')} ended before it was ready: ${output.slice(0, 500)}`));
    }, reject);
  });
  // A process that only computes is never "ready"; its caller reads `finished`.
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, ready, finished, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await gone;
  clearTimeout(timer);
}
