import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, realpath } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PortageError } from '@portage/core';
import { codeOf } from '../pool/translateError.js';

/** Releases a lock. */
export type Unlock = () => Promise<void>;

function locked(directory: string): PortageError {
  return new PortageError('DATA_DIRECTORY_LOCKED', {
    message: `Another process uses the data directory ${directory}.`,
    hint: 'Stop that process, choose another data directory, or give several processes one PostgreSQL by its URL.',
    context: { directory },
  });
}

/**
 * Linux: a socket in the abstract namespace has no file, so nothing can be left behind or stolen.
 */
async function lockByAbstractSocket(directory: string): Promise<Unlock> {
  const name = createHash('sha256').update(directory).digest('hex');
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(codeOf(error) === 'EADDRINUSE' ? locked(directory) : error),
    );
    server.listen({ path: `\0portage-store-${name}` }, resolve);
  });
  server.unref();
  return () => new Promise((resolve) => void server.close(() => resolve()));
}

/** `O_EXLOCK` of the BSDs: opening the file takes `flock`, which Node offers in no other way. */
const openExclusively = 0x20;

/** macOS: the kernel drops a file lock with the process that holds it. */
async function lockByFile(directory: string): Promise<Unlock> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | openExclusively;
  const file = await open(join(directory, 'lock'), flags, 0o600).catch((error: unknown) => {
    throw codeOf(error) === 'EAGAIN' || codeOf(error) === 'EWOULDBLOCK' ? locked(directory) : error;
  });
  return () => file.close();
}

/**
 * Takes the exclusive lock on a data directory. The kernel holds it and releases it when this
 * process ends in any way, so there is no stale lock.
 *
 * @throws PortageError `DATA_DIRECTORY_LOCKED` when a process, this one included, holds it
 */
export async function lockDirectory(
  directory: string,
  platform: NodeJS.Platform = process.platform,
): Promise<Unlock> {
  const path = await realpath(directory);
  return platform === 'linux' ? lockByAbstractSocket(path) : lockByFile(path);
}
