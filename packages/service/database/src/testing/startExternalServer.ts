import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { assert } from '@portage/core';
import pg from 'pg';
import { findBinaries } from '../embedded/findBinaries.js';
import { freePort } from '../embedded/freePort.js';
import { readPostmaster } from '../embedded/postmaster.js';
import { serverAccount } from '../embedded/serverAccount.js';
import { serverCommand } from '../embedded/serverCommand.js';
import { startWatchdog } from '../embedded/startWatchdog.js';
import type { MigrationSource } from '../migrations/migrate.js';
import { prepareTestServer, type TestServer } from './testServer.js';

/**
 * Settings that operators choose and we must not depend on. Only the last two serve the tests: no
 * server needs to outlive a power cut, and several run at once.
 */
const settings = {
  timezone: 'Asia/Kathmandu',
  datestyle: 'German, DMY',
  intervalstyle: 'sql_standard',
  bytea_output: 'escape',
  extra_float_digits: '0',
  default_transaction_isolation: 'serializable',
  fsync: 'off',
  max_connections: '400',
};

function commandLine(port: number): string {
  const options = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  };
  return Object.entries(options)
    .map(([name, value]) => `-c ${name}='${value}'`)
    .join(' ');
}

/**
 * Starts a PostgreSQL as an operator would: set up by `initdb`, started by `pg_ctl`, with settings
 * that are not ours, and a URL whose user may create databases and nothing more.
 */
export async function startExternalServer(
  sources: readonly MigrationSource[],
): Promise<TestServer> {
  const { initdb } = findBinaries();
  const account = await serverAccount();
  const directory = await mkdtemp(join(tmpdir(), 'portage-test-external-'));
  if (account !== undefined) await chown(directory, account.uid, account.gid);
  const run = async (file: string, args: readonly string[]): Promise<void> => {
    const command = await serverCommand(file, args, account, [directory]);
    await promisify(execFile)(command.file, command.args, command.options);
  };
  const cluster = join(directory, 'cluster');
  await run(initdb, ['-D', cluster, '-U', 'admin', '-A', 'trust', '-E', 'UTF8', '--locale', 'C']);
  const pgCtl = join(dirname(initdb), 'pg_ctl');
  const logFile = join(directory, 'log');
  const startOn = (port: number): Promise<void> =>
    run(pgCtl, ['start', '-w', '-D', cluster, '-l', logFile, '-o', commandLine(port)]);
  let port = await freePort();
  // Several servers start at once; one that lost its port to another takes a free one again.
  await startOn(port).catch(async (error: unknown) => {
    if (!(await readFile(logFile, 'utf8')).includes('could not bind')) throw error;
    port = await freePort();
    await startOn(port);
  });
  const postmaster = await readPostmaster(cluster);
  assert(postmaster !== undefined, 'a server that runs has a process');
  const watchdog = startWatchdog(postmaster.pid, account);
  const prepared = await prepareTestServer(await createOperator(port), sources);
  return {
    ...prepared,
    stop: async () => {
      watchdog.kill('SIGKILL');
      await run(pgCtl, ['stop', '-w', '-m', 'immediate', '-D', cluster]);
      await rm(directory, { recursive: true });
    },
  };
}

/** Creates the user that operators give a service; returns the URL of its own database. */
async function createOperator(port: number): Promise<string> {
  const password = randomBytes(12).toString('hex');
  const admin = new pg.Client({ host: '127.0.0.1', port, user: 'admin', database: 'postgres' });
  await admin.connect();
  await admin.query(`create role portage_service login createdb password '${password}'`);
  await admin.query('create database portage_service owner portage_service');
  await admin.end();
  return `postgres://portage_service:${password}@127.0.0.1:${String(port)}/portage_service`;
}
