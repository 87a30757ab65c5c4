import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { startBalancer, type Balancer } from './startBalancer.js';
import { post } from './transfer.js';
import { useDevnet } from './useDevnet.js';

const local = useDevnet({ accounts: 1 });
let balancer: Balancer;

beforeAll(async () => {
  balancer = await startBalancer(100);
  local.onEnd(() => balancer.close());
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
  const { configuration } = local.devnet.description;
  const file = join(local.directory, 'portage.json');
  const http = { ...(configuration['http'] as object), drainMs: 1_000 };
  await writeFile(file, JSON.stringify({ ...configuration, http }));
  const env = { DATABASE_URL: await local.databases.createDatabase() };
  let names = 0;
  const start = () => local.start(String((names += 1)), ['--config', file, '--role', 'api'], env);
  const running = [start(), start()];
  const show = async (): Promise<void> =>
    balancer.set(await Promise.all(running.map((service) => service.url)));
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
