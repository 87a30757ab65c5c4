import { spawn, type ChildProcess } from 'node:child_process';
import type { Account } from './serverAccount.js';

/**
 * Shell that reads from this process until it is gone for any reason, and then stops the server. A
 * stop in order ends the shell first.
 */
export function startWatchdog(pid: number, account: Account | undefined): ChildProcess {
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    cwd: '/',
    detached: true,
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
  });
  shell.on('error', () => undefined);
  shell.stdin.on('error', () => undefined);
  return shell;
}
