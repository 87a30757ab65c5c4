import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, open, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert, PortageError } from '@portage/core';
import type { Log } from '../pool/createPool.js';
import { createCluster, serverUser } from './createCluster.js';
import { findBinaries } from './findBinaries.js';
import { freePort } from './freePort.js';
import { lockDirectory } from './lockDirectory.js';
import { readPostmaster, stopOrphan } from './postmaster.js';
import { serverAccount, type Account } from './serverAccount.js';
import { serverCommand } from './serverCommand.js';
import { startWatchdog } from './startWatchdog.js';

/** PostgreSQL server that runs as a child process. */
export interface Server {
  /** URL of its maintenance database, reachable only from this machine. */
  readonly url: string;
  readonly pid: number;
  /**
   * Stops the server in order: closes sessions, writes a checkpoint, releases the lock on the
   * directory.
   */
  stop(): Promise<void>;
}

const startMillisecondsMax = 300_000;
const stopMillisecondsMax = 60_000;
/** Free ports that are tried, one after the other. */
const portAttemptsMax = 5;

/** Settings of the server by their names in PostgreSQL's manual. */
export type ServerSettings = Readonly<Record<string, string>>;

function commandLineSettings(port: string, changes: ServerSettings): readonly string[] {
  const values: ServerSettings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    // Acknowledged commits survive a power cut.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    max_connections: '200',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Small machines and containers have little shared memory.
    max_parallel_workers_per_gather: '0',
    jit: 'off',
    ...changes,
  };
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function waitUntilReady(
  child: ChildProcess,
  cluster: string,
  logFile: string,
): Promise<void> {
  for (let waited = 0; waited < startMillisecondsMax; waited += 20) {
    if (child.exitCode !== null || child.signalCode !== null) {
      const words = (await readFile(logFile, 'utf8')).slice(-2000);
      throw new PortageError('SERVICE_UNAVAILABLE', {
        message: `The embedded PostgreSQL did not start: ${words}`,
        hint: `Read ${logFile}.`,
      });
    }
    const postmaster = await readPostmaster(cluster);
    if (postmaster !== undefined && postmaster.pid === child.pid && postmaster.ready) return;
    await sleep(20);
  }
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: 'The embedded PostgreSQL is not ready after five minutes.',
    hint: `Read ${logFile}.`,
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGINT');
  const timer = setTimeout(() => child.kill('SIGQUIT'), stopMillisecondsMax);
  await exited;
  clearTimeout(timer);
}

interface SpawnInput {
  readonly cluster: string;
  readonly logFile: string;
  readonly account: Account | undefined;
  readonly settings: ServerSettings;
}

async function spawnServer(
  { cluster, logFile, account, settings }: SpawnInput,
  port: string,
): Promise<ChildProcess> {
  const { postgres } = findBinaries();
  const command = await serverCommand(
    postgres,
    ['-D', cluster, ...commandLineSettings(port, settings)],
    account,
    [cluster],
  );
  const log = await open(logFile, 'w', 0o600);
  const child = spawn(command.file, command.args, {
    ...command.options,
    stdio: ['ignore', log.fd, log.fd],
  });
  try {
    await once(child, 'spawn');
  } finally {
    await log.close();
  }
  try {
    await waitUntilReady(child, cluster, logFile);
  } catch (error) {
    await stopChild(child);
    throw error;
  }
  return child;
}

/** Whether the server ended because another process listens on its port. */
async function wasPortTaken(logFile: string): Promise<boolean> {
  // The cluster's messages are those of the locale C.
  return (await readFile(logFile, 'utf8')).includes('could not bind');
}

/**
 * Starts the server on the port that the settings name, or on a free one. Another program may take
 * a free port before the server does, and another one is chosen then; a named port is kept to.
 */
async function spawnOnPort(
  input: SpawnInput,
  { log, choosePort = freePort }: Pick<ServerOptions, 'log' | 'choosePort'>,
): Promise<{ readonly child: ChildProcess; readonly port: string }> {
  const { port: named } = input.settings;
  for (let attempt = 1; ; attempt += 1) {
    const port = named ?? String(await choosePort());
    try {
      return { child: await spawnServer(input, port), port };
    } catch (error) {
      const isLast = named !== undefined || attempt === portAttemptsMax;
      if (isLast || !(await wasPortTaken(input.logFile))) throw error;
      log('another program took the port of the embedded PostgreSQL; another one is tried', {
        port,
      });
    }
  }
}

/** Place and settings of a server. */
export interface ServerOptions {
  readonly directory: string;
  readonly log: Log;
  readonly settings?: ServerSettings;
  /** Chooses a port where the settings name none; by default any that is free. */
  readonly choosePort?: (() => Promise<number>) | undefined;
  /** Called when the server ended without being stopped: it does not come back. */
  readonly onEnd?: (() => void) | undefined;
}

/**
 * Starts the PostgreSQL that npm brought, in `directory`, which it makes if it is missing. Durable
 * (fsync on), reachable from this machine only, on a free port, with a password kept in the
 * directory.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` when another process uses the directory
 * @throws PortageError `INVALID_CONFIGURATION` when it cannot run on this machine
 * @throws PortageError `SERVICE_UNAVAILABLE` when it does not start
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  await mkdir(options.directory, { recursive: true });
  const directory = await realpath(options.directory);
  const unlock = await lockDirectory(directory);
  try {
    const account = await serverAccount();
    const place = {
      cluster: join(directory, 'postgres'),
      passwordFile: join(directory, 'postgres.password'),
    };
    const password = await createCluster(place, findBinaries(), account);
    await stopOrphan(place.cluster, options.log);
    const { child, port } = await spawnOnPort(
      {
        cluster: place.cluster,
        logFile: join(directory, 'postgres.log'),
        account,
        settings: options.settings ?? {},
      },
      options,
    );
    assert(child.pid !== undefined, 'a server that is ready has a process');
    const watchdog = startWatchdog(child.pid, account);
    let stopping = false;
    child.once('exit', (code, signal) => {
      watchdog.kill('SIGKILL');
      if (stopping) return;
      options.log('the embedded PostgreSQL ended by itself', { code, signal });
      options.onEnd?.();
    });
    return {
      url: `postgres://${serverUser}:${password}@127.0.0.1:${port}/postgres`,
      pid: child.pid,
      stop: async () => {
        stopping = true;
        await stopChild(child);
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
