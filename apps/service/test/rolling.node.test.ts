import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, type Devnet } from '@portage/devnet';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './startBalancer.js';
import { startProcess, type ServiceProcess } from './startProcess.js';
import { post } from './transfer.js';

let devnet: Devnet;
let directory: string;
let balancer: Balancer;
const databases = createTestDatabases();
const running: ServiceProcess[] = [];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'portage-rolling-'));
  devnet = await createDevnet({ accounts: 1 });
  balancer = await startBalancer(100);
});

afterAll(async () => {
  balancer.close();
  await Promise.all(running.map((service) => service.stop('SIGKILL')));
  await Promise.all([devnet.close(), databases.close()]);
  await rm(directory, { recursive: true, force: true });
});

const quote = {
  user: '0x00000000000000000000000000000000000000aa',
  recipient: '0x00000000000000000000000000000000000000bb',
  originChainId: 8453,
  destinationChainId: 10,
  originCurrency: '0x0000000000000000000000000000000000000000',
  destinationCurrency: '0x0000000000000000000000000000000000000000',
  tradeType: 'EXACT_INPUT',
  amount: '50000000000000000',
};

test('processes that are restarted one after the other under load fail no request', async () => {
  const { configuration } = devnet.description;
  const file = join(directory, 'portage.json');
  const http = { ...(configuration['http'] as object), drainMs: 1_000 };
  await writeFile(file, JSON.stringify({ ...configuration, http }));
  const env = { DATABASE_URL: await databases.createDatabase() };
  let names = 0;
  const start = (): ServiceProcess => {
    const data = join(directory, String((names += 1)));
    return startProcess(['--config', file, '--data', data, '--role', 'api', '--port', '0'], env);
  };
  const show = async (): Promise<void> =>
    balancer.set(await Promise.all(running.map((service) => service.url)));
  running.push(start(), start());
  await show();
  await expect.poll(() => balancer.ready()).toBe(2);

  const codes: Record<string, number> = {};
  let isOver = false;
  const load = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      const { status, body } = await post(balancer.url, '/quote/v2', quote);
      const told = status === 200 ? '200' : JSON.stringify(body);
      codes[told] = (codes[told] ?? 0) + 1;
    }
  });
  for (let restart = 0; restart < 4; restart += 1) {
    const old = running[restart % 2]!;
    expect(await old.stop('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(old.log()).toContain('serving on until balancers have noticed');
    running[restart % 2] = start();
    await show();
    await expect.poll(() => balancer.ready()).toBe(2);
  }
  isOver = true;
  await Promise.all(load);
  expect(Object.keys(codes)).toEqual(['200']);
  expect(codes['200']).toBeGreaterThan(100);
});
