import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PortageError } from '@portage/core';
import type { Log } from '../pool/createPool.js';
import { codeOf } from '../pool/translateError.js';

/** State of the running server, from its `postmaster.pid`. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

/** Reads `postmaster.pid` of a cluster; undefined if it is missing or not yet written. */
export async function readPostmaster(cluster: string): Promise<Postmaster | undefined> {
  try {
    const lines = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n');
    const pid = Number(lines[0]);
    return Number.isSafeInteger(pid) && pid > 1
      ? { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
      : undefined;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Command line of a process; empty if there is no such process. */
async function commandLine(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux')
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
    return (await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)])).stdout;
  } catch {
    return '';
  }
}

/** True if a process is the server of a cluster. */
export async function serves(pid: number, cluster: string): Promise<boolean> {
  return (await commandLine(pid)).includes(` -D ${cluster} `);
}

/**
 * Signals from the cleanest to the hardest that still leaves a recoverable log, with the time for
 * each.
 */
const stopSignals = [
  ['SIGINT', 60_000],
  ['SIGQUIT', 10_000],
] as const;

/**
 * Stops the server that a killed process of ours left behind, and removes a `postmaster.pid` whose
 * process id now belongs to another program. Call it only while holding the lock on the data
 * directory.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` when the left server does not stop
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const postmaster = await readPostmaster(cluster);
  if (postmaster === undefined) return;
  const { pid } = postmaster;
  for (const [signal, milliseconds] of stopSignals) {
    if (!(await serves(pid, cluster))) break;
    log('stopping the database server that an earlier process left behind', { pid, signal });
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (codeOf(error) !== 'ESRCH') throw error;
    }
    for (let waited = 0; waited < milliseconds && (await serves(pid, cluster)); waited += 20)
      await sleep(20);
  }
  if (await serves(pid, cluster)) {
    throw new PortageError('DATA_DIRECTORY_LOCKED', {
      message: `The database server ${pid} that an earlier process left behind does not stop.`,
      hint: `Stop process ${pid}.`,
      context: { pid },
    });
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true });
}
