import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from './freePort.js';
import { startServer, type ServerOptions } from './startServer.js';

/** Another program that came first. */
const other = createServer();
let taken: number;
let directory: string;
const logged: string[] = [];

beforeAll(async () => {
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  taken = (other.address() as AddressInfo).port; // A TCP server has one.
  directory = await mkdtemp(join(tmpdir(), 'portage-port-'));
});
afterAll(async () => {
  other.close();
  await rm(directory, { recursive: true, force: true });
});

const start = (options: Partial<ServerOptions>) => {
  logged.length = 0;
  return startServer({ directory, log: (message) => void logged.push(message), ...options });
};

/** Chooses the taken port so many times, then a free one. */
function unlucky(times: number) {
  let chosen = 0;
  return {
    chosen: () => chosen,
    choosePort: () => {
      chosen += 1;
      return chosen > times ? freePort() : Promise.resolve(taken);
    },
  };
}

test('a free port that another program takes first is given up for another one', async () => {
  const { choosePort, chosen } = unlucky(2);
  const server = await start({ choosePort });
  expect(new URL(server.url).port).not.toBe(String(taken));
  expect(chosen()).toBe(3);
  expect(logged).toEqual(
    Array<string>(2).fill(
      'another program took the port of the embedded PostgreSQL; another one is tried',
    ),
  );
  await server.stop();
});

test('tries are bounded, and the directory is free again afterwards', async () => {
  const { choosePort, chosen } = unlucky(Infinity);
  await expect(start({ choosePort })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  expect(chosen()).toBe(5);
  const server = await start({});
  await server.stop();
});

test('a port that was named is never exchanged', async () => {
  const { choosePort, chosen } = unlucky(0);
  await expect(start({ choosePort, settings: { port: String(taken) } })).rejects.toMatchObject({
    code: 'SERVICE_UNAVAILABLE',
  });
  expect(chosen()).toBe(0);
  const named = String(await freePort());
  const server = await start({ choosePort, settings: { port: named } });
  expect(new URL(server.url).port).toBe(named);
  await server.stop();
});
