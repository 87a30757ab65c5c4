import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';

/** Server that must not be called: its addresses stand in calls, as an attacker puts them there. */
export interface Trap {
  /** Its address in the ways in which servers are talked into asking one. */
  readonly urls: readonly string[];
  /** Number of connections to it. */
  readonly calls: () => number;
  close(): Promise<void>;
}

/** Starts it on a free port of this machine. */
export async function startTrap(): Promise<Trap> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const port = String((server.address() as AddressInfo).port); // A TCP server has one.
  return {
    urls: [
      `http://127.0.0.1:${port}/`,
      `//127.0.0.1:${port}/x`,
      `http://base@127.0.0.1:${port}/#`,
      `http://2130706433:${port}`,
      `tcp:127.0.0.1:${port}`,
    ],
    calls: () => calls,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
