import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { PortageError } from '@portage/core';
import type { Binaries } from './findBinaries.js';
import type { Account } from './serverAccount.js';
import { serverCommand } from './serverCommand.js';

/** Directory of a cluster and the password file of its one user. */
export interface ClusterPlace {
  readonly cluster: string;
  readonly passwordFile: string;
}

/** Superuser of the embedded server. */
export const serverUser = 'portage';

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Removes half-made clusters of killed processes. One of their `initdb` may still write there for a
 * moment.
 */
async function removeUnfinished(prefix: string): Promise<void> {
  const folder = dirname(prefix);
  const names = (await readdir(folder)).filter((name) => name.startsWith(basename(prefix)));
  await Promise.all(
    names.map((name) =>
      rm(join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }),
    ),
  );
}

/**
 * Creates the cluster if it is missing and returns the password of its user. It is made under
 * another name first, so a process killed meanwhile leaves nothing that looks like a cluster.
 */
export async function createCluster(
  place: ClusterPlace,
  binaries: Binaries,
  account: Account | undefined,
): Promise<string> {
  const { cluster, passwordFile } = place;
  if (await exists(cluster)) return readFile(passwordFile, 'utf8');
  await removeUnfinished(`${cluster}.unfinished-`);
  const unfinished = await mkdtemp(`${cluster}.unfinished-`);
  const password = randomBytes(24).toString('base64url');
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600, flush: true });
  if (account !== undefined) {
    await chown(unfinished, account.uid, account.gid);
    await chown(passwordFile, account.uid, account.gid);
  }
  const args = [
    '-D',
    unfinished,
    '-U',
    serverUser,
    '-A',
    'scram-sha-256',
    '--pwfile',
    passwordFile,
    '-E',
    'UTF8',
    '--locale',
    'C',
  ];
  const command = await serverCommand(binaries.initdb, args, account, [unfinished]);
  await promisify(execFile)(command.file, command.args, command.options).catch((cause: unknown) => {
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `The embedded PostgreSQL could not be set up in ${cluster}.`,
      hint: 'Choose a data directory that the user "postgres" may enter, start as a normal user, or give the URL of a PostgreSQL (DATABASE_URL).',
      cause,
    });
  });
  await rename(unfinished, cluster);
  return password;
}
