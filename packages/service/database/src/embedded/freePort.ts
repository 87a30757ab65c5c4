import { once } from 'node:events';
import { createServer } from 'node:net';
import { assert } from '@portage/core';

/** Port of this machine that no process listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  assert(address !== null && typeof address === 'object', 'a TCP server has a port');
  return address.port;
}
