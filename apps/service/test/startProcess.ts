import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { commandOf } from '../../../scripts/commandOf.js';

/** Service as a process of its own, as an operator runs it. */
export interface ServiceProcess {
  readonly pid: number;
  /** URL of its API; rejects when the process ends before it prints one. */
  readonly url: Promise<string>;
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
  const url = readUrl(child, ended, () => log);
  // Tests that expect the process to die early do not read its address.
  url.catch(() => undefined);
  return {
    pid: child.pid ?? 0,
    url,
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

async function readUrl(
  child: ChildProcess,
  ended: Promise<unknown>,
  log: () => string,
): Promise<string> {
  if (child.stdout === null) throw new Error('The process has no standard output.');
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line'), ended.then(() => undefined)]);
  const said: unknown = line === undefined ? undefined : JSON.parse(String(line[0]));
  if (typeof said !== 'object' || said === null || !('url' in said) || typeof said.url !== 'string')
    throw new Error(`The service did not start: ${log()}`);
  return said.url;
}
