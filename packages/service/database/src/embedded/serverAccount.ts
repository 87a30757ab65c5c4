import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { PortageError } from '@portage/core';

const run = promisify(execFile);

/** User that the server's processes run as. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

async function findAccount(name: string): Promise<Account | undefined> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined;
  }
}

/**
 * Account for the server's processes. PostgreSQL refuses to run as root, so root uses the system's
 * `postgres` user and makes it if it is missing. Other users get undefined: the server runs as they
 * do.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when root cannot make the user
 */
export async function serverAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await findAccount('postgres');
  if (existing !== undefined) return existing;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      'postgres',
    ]);
  } catch (cause) {
    const created = await findAccount('postgres');
    if (created !== undefined) return created;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'PostgreSQL does not run as root, and the system user "postgres" could not be made.',
      hint: 'Start as a normal user, make the user "postgres", or give the URL of a PostgreSQL (DATABASE_URL).',
      cause,
    });
  }
  const account = await findAccount('postgres');
  if (account === undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: 'The new system user "postgres" cannot be found.',
    });
  return account;
}
