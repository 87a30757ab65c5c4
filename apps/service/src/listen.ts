import { once } from 'node:events';
import { createServer } from 'node:net';
import { PortageError } from '@portage/core';
import type { ServiceOptions } from './serviceOptions.js';

const defaultPort = 4000;
/** Port of a worker, which may run beside an API. */
const defaultWorkerPort = 4001;

interface Listener {
  listen(options: { readonly port: number; readonly host: string }): Promise<string>;
}

type Place = Pick<ServiceOptions, 'host' | 'port' | 'role'>;

/**
 * Listens where the options say, and answers the URL: at the port that was named, else at the usual
 * one of the role or any that is free.
 *
 * @throws PortageError `INVALID_CONFIGURATION` when a named port is taken
 */
export async function listen(listener: Listener, options: Place): Promise<string> {
  const { host = '127.0.0.1', port, role } = options;
  if (port === undefined)
    return listenAt(listener, options, role === 'worker' ? defaultWorkerPort : defaultPort);
  try {
    return await listener.listen({ host, port });
  } catch (error) {
    if (!isTaken(error)) throw error;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `Port ${String(port)} of ${host} is taken. Choose another one, or 0 for any that is free.`,
      cause: error,
    });
  }
}

/** Listens at a port, or at any that is free when it is taken. */
export async function listenAt(
  listener: Listener,
  { host = '127.0.0.1' }: Place,
  port: number,
): Promise<string> {
  try {
    return await listener.listen({ host, port });
  } catch (error) {
    if (!isTaken(error)) throw error;
    return listener.listen({ host, port: 0 });
  }
}

/** Port for processes that share one: the named one, else the usual one or any that is free. */
export async function findPort(place: Pick<Place, 'host' | 'port'>): Promise<number> {
  const server = createServer();
  const listener: Listener = {
    listen: async (where) => {
      server.listen(where);
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string')
        throw new Error('A server of TCP has a port.');
      return String(address.port);
    },
  };
  const found = Number(await listen(listener, place));
  server.close();
  await once(server, 'close');
  return found;
}

function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}
