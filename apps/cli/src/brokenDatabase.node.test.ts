import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { runBin, type BinRun } from '../test/runBin.js';

/** Greeting of a PostgreSQL server: the login is accepted, and it is ready for a query. */
const greeting = Buffer.from('5200000008000000005a0000000549', 'hex');

/** Lists keys at a server that does with each connection what the test says. */
async function listKeys(onConnection: (socket: Socket) => void): Promise<BinRun> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return runBin(['keys', 'list'], {
    env: { DATABASE_URL: `postgres://user@127.0.0.1:${String(port)}/portage` },
  });
}

it.each<[string, (socket: Socket) => void]>([
  ['before the login', (socket) => socket.once('data', () => socket.destroy())],
  [
    'while a query runs',
    (socket) =>
      socket.once('data', () => {
        socket.write(greeting);
        socket.once('data', () => socket.end());
      }),
  ],
  [
    'with a reset while a query runs',
    (socket) =>
      socket.once('data', () => {
        socket.write(greeting);
        socket.once('data', () => socket.resetAndDestroy());
      }),
  ],
])('prints a line and no stack when the database breaks off %s', async (_, onConnection) => {
  const { code, stderr } = await listKeys(onConnection);
  expect(stderr).toMatch(/^SERVICE_UNAVAILABLE: .*\n(?:.*\n)?$/);
  expect(stderr).not.toContain('    at ');
  expect(code).toBe(1);
});
