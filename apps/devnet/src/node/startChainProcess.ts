import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { PortageError } from '@portage/core';
import type { ProcessRecord } from './processRecord.js';
import type { Guard } from './startGuard.js';

/** Places that know the processes of a devnet. */
export interface ProcessKeepers {
  /** Directory of the process's configuration. */
  readonly dataDir: string;
  readonly record: ProcessRecord;
  readonly guard: Guard;
}

/** Program that runs a chain. */
export interface ChainProgram<Ready> {
  /** Folder of the chain's family, which has the program as `node/main`. */
  readonly folder: string;
  /** Name of the chain, for errors. */
  readonly name: string;
  /** Reads the first line of JSON that the process prints. */
  readonly readReady: (line: unknown) => Ready;
  /** Error for an exit code that the program gives a meaning to; undefined for any other. */
  readonly explainExit?: (code: number | null, errors: string) => PortageError | undefined;
}

/** A running chain. */
export interface ChainProcess {
  readonly pid: number;
  readonly close: () => Promise<void>;
}

/** Milliseconds until the process must be ready, enough on a busy machine. */
const readyMsMax = 60_000;

/**
 * Starts a chain in a process of its own, with its configuration in a file.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when the process does not start, and what
 *   `explainExit` makes
 */
export async function startChainProcess<Ready>(
  program: ChainProgram<Ready>,
  configuration: object,
  { dataDir, record, guard }: ProcessKeepers,
): Promise<Ready & ChainProcess> {
  const { folder, name } = program;
  const path = join(dataDir, `${folder}.json`);
  writeFileSync(path, JSON.stringify(configuration), { mode: 0o600 });
  const child = spawn(process.execPath, [...loaderFlags(), entryPath(folder), path], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    windowsHide: true,
    env: environment(),
  });
  const { pid } = child;
  if (pid === undefined) {
    const cause = await new Promise<Error>((resolve) => child.once('error', resolve));
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `The ${name} chain cannot be run: ${cause.message}`,
      cause,
    });
  }
  guard.add(pid);
  record.add(pid);
  const exited = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const end = exited.then(() => {
    guard.remove(pid);
  });
  const close = async (): Promise<void> => {
    child.kill('SIGKILL');
    await end;
  };
  try {
    return { ...(await untilReady(child, program)), pid, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Waits for the line that names the chain's ports. */
async function untilReady<Ready>(
  child: ChildProcess,
  { name, readReady, explainExit }: ChainProgram<Ready>,
): Promise<Ready> {
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
      () => reject(notStarted(name, `no answer within ${readyMsMax} ms. ${errors}`)),
      readyMsMax,
    );
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (!output.includes('\n')) return;
      clearTimeout(timer);
      resolve(output);
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      reject(explainExit?.(code, errors) ?? notStarted(name, errors));
    });
  });
  return readReady(JSON.parse(line));
}

function notStarted(name: string, reason: string): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `The ${name} chain did not start: ${reason.trim().slice(-500)}`,
  });
}

function entryPath(folder: string): string {
  const file = isSource() ? 'main.ts' : 'main.js';
  return fileURLToPath(new URL(`../${folder}/node/${file}`, import.meta.url));
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
