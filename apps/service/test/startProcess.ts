import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { commandOf } from '../../../scripts/commandOf.js';

/** Service as a process of its own, as an operator runs it. */
export interface ServiceProcess {
  readonly pid: number;
  /** URL of its API; rejects when the process ends before it prints one. */
  readonly url: Promise<string>;
  /** URL of its probes and metrics, which a worker has too. */
  readonly probesUrl: Promise<string>;
  /** Exit code or signal that ended it. */
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
  /** Everything logged so far. */
  log(): string;
  /** Asks it to stop and waits. */
  stop(
    signal?: NodeJS.Signals,
  ): Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

/** Working folder and role of a process. */
export interface StartedAs {
  /** Arguments of node that name the program; by default that of the workspace. */
  readonly command?: readonly string[];
  readonly cwd?: string;
}

/** Starts the command line of the service. */
export function startProcess(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { command = commandOf('apps/service'), cwd }: StartedAs = {},
): ServiceProcess {
  const child = spawn(process.execPath, [...command, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const ended = waitForEnd(child);
  const line = readLine(child, ended);
  const read = (name: 'url' | 'probesUrl'): Promise<string> => {
    const found = line.then((said) => readUrl(said, name, log));
    // Tests that expect the process to die early do not read its address.
    found.catch(() => undefined);
    return found;
  };
  return {
    pid: child.pid ?? 0,
    url: read('url'),
    probesUrl: read('probesUrl'),
    ended,
    log: () => log,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      return ended;
    },
  };
}

async function waitForEnd(
  child: ChildProcess,
): Promise<{ code: number | null; signal: NodeJS.Signals | null }> {
  await once(child, 'close');
  return { code: child.exitCode, signal: child.signalCode };
}

/** First line of standard output; undefined where the process ended without one. */
async function readLine(child: ChildProcess, ended: Promise<unknown>): Promise<unknown> {
  if (child.stdout === null) throw new Error('The process has no standard output.');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  return line === undefined ? undefined : JSON.parse(String(line[0]));
}

function readUrl(said: unknown, name: string, log: string): string {
  const url: unknown =
    typeof said === 'object' && said !== null ? Reflect.get(said, name) : undefined;
  if (typeof url !== 'string') throw new Error(`The service did not start: ${log}`);
  return url;
}
