import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortageError } from '@portage/core';
import { commandLine } from './commandLine.js';
import { kill } from './startGuard.js';

/** Process and the command line that identifies it. */
interface RecordedProcess {
  readonly pid: number;
  readonly command: string;
}

interface RecordFile {
  readonly owner: RecordedProcess;
  readonly nodes: readonly RecordedProcess[];
}

/** List of a devnet's processes in its data directory; also the lock on that directory. */
export interface ProcessRecord {
  /** Records a node that was just started. */
  add(pid: number): void;
  /** Removes the list and so releases the lock. */
  release(): void;
}

/**
 * Takes the data directory. If a dead owner left a list behind, its nodes that still run under the
 * recorded command line are killed first.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` while another devnet runs in the directory
 */
export function openProcessRecord(dataDir: string): ProcessRecord {
  const path = join(dataDir, 'processes.json');
  const owner = describe(process.pid);
  take(path, { owner, nodes: [] });
  const nodes: RecordedProcess[] = [];
  return {
    add: (pid) => {
      nodes.push(describe(pid));
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, JSON.stringify({ owner, nodes } satisfies RecordFile), { mode: 0o600 });
      renameSync(draft, path);
    },
    release: () => rmSync(path, { force: true }),
  };
}

function describe(pid: number): RecordedProcess {
  return { pid, command: commandLine(pid) ?? '' };
}

/** True if the process is still the recorded one. */
function isRunning({ pid, command }: RecordedProcess): boolean {
  return command !== '' && commandLine(pid) === command;
}

function take(path: string, content: RecordFile): void {
  for (let attempt = 0; attempt < 2; attempt += 1) {
    if (writeNew(path, content)) return;
    reap(path);
  }
  throw new PortageError('DATA_DIRECTORY_LOCKED', {
    message: `Another devnet is starting in the same directory (${path}).`,
  });
}

function writeNew(path: string, content: RecordFile): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    writeFileSync(file, JSON.stringify(content));
    closeSync(file);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function reap(path: string): void {
  const left = read(path);
  if (left !== undefined && isRunning(left.owner)) {
    throw new PortageError('DATA_DIRECTORY_LOCKED', {
      message: `A devnet runs in this directory already (process ${left.owner.pid}).`,
      hint: 'Stop it, or choose another directory.',
    });
  }
  for (const node of left?.nodes ?? []) if (isRunning(node)) kill(node.pid);
  rmSync(path, { force: true });
}

/**
 * Recorded list; undefined when its writer was killed before it was complete, because then no node
 * had been started.
 */
function read(path: string): RecordFile | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is RecordFile {
  return (
    typeof value === 'object' &&
    value !== null &&
    'owner' in value &&
    isProcess(value.owner) &&
    'nodes' in value &&
    Array.isArray(value.nodes) &&
    value.nodes.every(isProcess)
  );
}

function isProcess(value: unknown): value is RecordedProcess {
  return (
    typeof value === 'object' &&
    value !== null &&
    'pid' in value &&
    Number.isSafeInteger(value.pid) &&
    'command' in value &&
    typeof value.command === 'string'
  );
}
