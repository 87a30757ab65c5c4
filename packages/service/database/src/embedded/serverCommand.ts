import type { SpawnOptions } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Account } from './serverAccount.js';

/** Command that runs a program of the server under its account. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly options: SpawnOptions;
}

async function othersMayEnter(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    if (((await stat(folder)).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

async function findSetpriv(): Promise<string | undefined> {
  for (const file of ['/usr/bin/setpriv', '/bin/setpriv']) {
    if (
      await access(file, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return file;
  }
  return undefined;
}

/**
 * Command that runs `file` under `account`. If root keeps the data or the programs in a folder that
 * no other account may enter, such as its home, the server keeps root's right to pass closed
 * folders and no other right of root.
 *
 * @param reach - paths that the program must be able to reach
 */
export async function serverCommand(
  file: string,
  args: readonly string[],
  account: Account | undefined,
  reach: readonly string[],
): Promise<Command> {
  // A session of its own, because Ctrl-C in a terminal must reach our shutdown first, not the
  // server.
  const options: SpawnOptions = {
    cwd: '/',
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  };
  if (account === undefined) return { file, args, options };
  const open = (await Promise.all([file, ...reach].map(othersMayEnter))).every(Boolean);
  const setpriv = open ? undefined : await findSetpriv();
  if (setpriv === undefined)
    return { file, args, options: { ...options, uid: account.uid, gid: account.gid } };
  const rights = ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'];
  const pass = [
    '--securebits',
    '+no_setuid_fixup',
    '--inh-caps',
    '-all,+dac_override',
    '--ambient-caps',
    '-all,+dac_override',
    '--bounding-set',
    '-all,+dac_override',
  ];
  return { file: setpriv, args: [...rights, ...pass, '--', file, ...args], options };
}
