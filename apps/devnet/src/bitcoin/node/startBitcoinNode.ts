import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PortageError } from '@portage/core';
import type { ProcessRecord } from '../../node/processRecord.js';
import type { Guard } from '../../node/startGuard.js';
import { nodeReadySchema, type NodeConfiguration, type NodeReady } from './nodeConfiguration.js';

/** Options of the chain's process. */
export interface BitcoinNodeOptions extends NodeConfiguration {
  readonly dataDir: string;
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

/** A running chain. */
export interface RunningBitcoinNode extends NodeReady {
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Milliseconds until the process must be ready, enough on a busy machine. */
const readyMsMax = 60_000;

/**
 * Starts the chain in a process of its own, because signatures keep its thread busy while it checks
 * transactions.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when the process does not start
 */
export async function startBitcoinNode({
  dataDir,
  record,
  guard,
  ...configuration
}: BitcoinNodeOptions): Promise<RunningBitcoinNode> {
  const path = join(dataDir, 'bitcoin.json');
  writeFileSync(path, JSON.stringify(configuration satisfies NodeConfiguration), { mode: 0o600 });
  const child = spawn(process.execPath, [...loaderFlags(), entryPath(), path], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
    env: environment(),
  });
  const { pid } = child;
  if (pid === undefined) {
    const cause = await new Promise<Error>((resolve) => child.once('error', resolve));
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `The Bitcoin chain cannot be run: ${cause.message}`,
      cause,
    });
  }
  guard.add(pid);
  record.add(pid);
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const killOnExit = (): void => void child.kill('SIGKILL');
  process.once('exit', killOnExit);
  const end = exited.then(() => {
    guard.remove(pid);
    process.removeListener('exit', killOnExit);
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await end;
  };
  try {
    return { ...(await untilReady(child)), pid, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for the line that names the chain's ports. */
async function untilReady(child: ChildProcess): Promise<NodeReady> {
  let output = '';
  let errors = '';
  child.stderr?.on(
    'data',
    (chunk: Buffer) => void (errors = (errors + chunk.toString()).slice(-4096)),
  );
  // Every caller of a chain notices its end.
  child.stdin?.on('error', () => undefined);
  const line = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(notStarted(`no answer within ${readyMsMax} ms. ${errors}`)),
      readyMsMax,
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('\n')) return;
      clearTimeout(timer);
      resolve(output);
    });
    child.once('close', () => {
      clearTimeout(timer);
      reject(notStarted(errors));
    });
  });
  return nodeReadySchema.parse(JSON.parse(line));
}

function notStarted(reason: string): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `The Bitcoin chain did not start: ${reason.trim().slice(-500)}`,
  });
}

function entryPath(): string {
  return fileURLToPath(new URL(isSource() ? './main.ts' : './main.js', import.meta.url));
}

/**
 * Loader flags: sources run through tsx, with the sources of the other packages; built files need
 * neither.
 */
function loaderFlags(): readonly string[] {
  if (!isSource()) return [];
  return [
    '--conditions=@portage/source',
    '--import',
    pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href,
  ];
}

function isSource(): boolean {
  return import.meta.url.endsWith('.ts');
}

/**
 * Environment of a process without the parent's own settings, such as its inspector or test runner.
 */
function environment(): NodeJS.ProcessEnv {
  const names = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'USERPROFILE'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
