import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openDatabase } from '@portage/database';
import { createSettlement } from '@portage/settlement';
import { eventually } from '@portage/testing';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { databaseDir } from '../src/index.js';
import type { ServiceProcess } from './startProcess.js';
import { countFills, getQuote, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const local = useDevnet({ accounts: 4 });
const { databases, start } = local;

/** Transfers to a recipient while `filler` runs to fill. */
async function transfer(
  url: string,
  filler: ServiceProcess,
  index: number,
  recipient: Hex,
): Promise<{ readonly end: string | undefined; readonly orderId: string }> {
  const account = local.devnet.description.accounts[index];
  if (account === undefined) throw new Error('No such account.');
  const quote = await getQuote(url, {
    user: account.address,
    recipient,
    originChainId: 8453,
    destinationChainId: 10,
    amount: '50000000000000000',
  });
  const watching = watchStatus(url, quote.steps[0]!.requestId!);
  await sendSteps(local.devnet, account.privateKey, quote);
  const statuses = await Promise.race([watching, failWith(filler)]);
  return { end: statuses.at(-1)?.status, orderId: quote.protocol.v2!.orderId };
}

/** Rejects with its output as soon as a process ends unasked: the order would not be filled. */
async function failWith(service: ServiceProcess): Promise<never> {
  const { code, signal } = await service.ended;
  throw new Error(`The worker ended (${String(code ?? signal)}): ${service.log()}`);
}

test('an API and two workers share a database: changes reach readers of the other process, payments are made once, and a worker may die', async () => {
  const env = { DATABASE_URL: await databases.createDatabase() };
  const workers = [
    start('worker-1', ['--role', 'worker'], env),
    start('worker-2', ['--role', 'worker'], env),
  ];
  const url = await start('api', ['--role', 'api'], env).url;
  for (const worker of workers) {
    const probes = await worker.probesUrl;
    await expect(worker.url).rejects.toThrow();
    expect((await fetch(`${probes}/ready`)).status).toBe(200);
    expect(await (await fetch(`${probes}/health`)).json()).toMatchObject({ database: 'ok' });
    expect(await (await fetch(`${probes}/metrics`)).text()).toContain('portage_chain_height{');
  }

  const first = await transfer(url, workers[0]!, 0, '0x000000000000000000000000000000000000a901');
  expect([first.end, await countFills(local.devnet, 10, first.orderId)]).toEqual(['success', 1]);

  // The worker writes it when it has looked the transaction up, which may be after the event.
  const paid = (): unknown =>
    workers
      .flatMap((worker) => worker.log().split('\n'))
      .filter((each) => each.includes('"an order is paid"'))
      .map((each) => JSON.parse(each) as unknown)[0];
  await expect
    .poll(paid)
    .toMatchObject({
      level: 30,
      order: first.orderId,
      transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) as string,
      amount: expect.stringMatching(/^\d+$/) as string,
      ms: expect.any(Number) as number,
    });
  const warnings = workers.flatMap((worker) => worker.log().match(/.*"level":40.*/g) ?? []);
  expect(warnings.filter((warning) => warning.includes('follow'))).toEqual([]);

  await workers[0]!.stop('SIGKILL');
  const second = await transfer(url, workers[1]!, 1, '0x000000000000000000000000000000000000a902');
  expect([second.end, await countFills(local.devnet, 10, second.orderId)]).toEqual(['success', 1]);
  expect((await workers[1]!.stop('SIGTERM')).code).toBe(0);
});

test('each worker follows and pays on the chains that it is given, and on no other', async () => {
  const databaseUrl = await databases.createDatabase();
  const env = { DATABASE_URL: databaseUrl };
  const [onBase, onOptimism] = [
    start('worker-base', ['--role', 'worker', '--chains', 'base'], env),
    start('worker-optimism', ['--role', 'worker', '--chains', '10'], env),
  ];
  const url = await start('api-of-two', ['--role', 'api'], env).url;
  await Promise.all([onBase.probesUrl, onOptimism.probesUrl]);
  const database = await openDatabase({ databaseUrl });
  const held = async (): Promise<ReadonlyMap<string, string>> => {
    const rows = await database.query<{ name: string; holder: string }>(
      `select split_part(name, ':', 1) || ':' || split_part(name, ':', 2) as name, holder
         from leases where name ~ '^(follow|spend):'`,
    );
    return new Map(rows.map(({ name, holder }) => [name, holder]));
  };
  const both = await eventually(held, (holders) => holders.size === 4, {
    what: 'two chains are followed and paid on',
  });
  await database.close();
  expect(both.get('follow:8453')).toBe(both.get('spend:8453'));
  expect(both.get('follow:10')).toBe(both.get('spend:10'));
  expect(both.get('follow:10')).not.toBe(both.get('follow:8453'));

  const done = await transfer(url, onOptimism, 2, '0x000000000000000000000000000000000000a903');
  expect([done.end, await countFills(local.devnet, 10, done.orderId)]).toEqual(['success', 1]);
  // The worker writes it when it has looked the transaction up, which may be after the event.
  await expect.poll(() => onOptimism.log()).toContain('"an order is paid"');
  expect(onBase.log()).not.toContain('"an order is paid"');
});

test('workers whose lists of chains overlap are killed and started again in turns, and each order is filled once', async () => {
  const databaseUrl = await databases.createDatabase();
  const env = { DATABASE_URL: databaseUrl };
  const lists = ['base,optimism', 'optimism'];
  const startWorker = (index: number): ServiceProcess =>
    start(`overlapping-${String(index)}`, ['--role', 'worker', '--chains', lists[index]!], env);
  const workers = lists.map((_, index) => startWorker(index));
  const url = await start('api-of-overlapping', ['--role', 'api'], env).url;
  const { devnet } = local;
  const account = devnet.description.accounts[3]!;
  const orders: string[] = [];
  for (let round = 0; round < 4; round += 1) {
    const quote = await getQuote(url, {
      user: account.address,
      recipient: `0x000000000000000000000000000000000000b90${String(round)}`,
      originChainId: 8453,
      destinationChainId: 10,
      amount: '50000000000000000',
    });
    const watching = watchStatus(url, quote.steps[0]!.requestId!);
    await sendSteps(devnet, account.privateKey, quote);
    const killed = round % workers.length;
    await workers[killed]!.stop('SIGKILL');
    workers[killed] = startWorker(killed);
    expect((await watching).at(-1)?.status).toBe('success');
    orders.push(quote.protocol.v2!.orderId);
  }
  expect(await Promise.all(orders.map((id) => countFills(devnet, 10, id)))).toEqual([1, 1, 1, 1]);
  const database = await openDatabase({ databaseUrl });
  const settlement = await createSettlement(database);
  await eventually(
    () => settlement.ledger.audit(),
    (faults) => faults.length === 0,
    { what: 'the books balance' },
  );
  await database.close();
});

test.each([
  [['--role', 'worker', '--chains', 'bases'], 'names "bases", which is no configured chain'],
  [['--chains', 'base'], 'and the role is all'],
])('%j is refused', async (args, message) => {
  const env = { DATABASE_URL: await databases.createDatabase() };
  const refused = start(`refused-${String(args.length)}`, args, env);
  expect((await refused.ended).code).toBe(1);
  expect(refused.log()).toContain(message);
});

test('a data directory is of one process, and is free again after kill -9', async () => {
  const env = { DATABASE_URL: await databases.createDatabase() };
  const first = start('shared', ['--role', 'worker'], env);
  await first.probesUrl;
  const second = start('shared', ['--role', 'api'], env);
  expect((await second.ended).code).toBe(1);
  expect(second.log()).toContain('DATA_DIRECTORY_LOCKED: Another process uses the data directory');
  await first.stop('SIGKILL');
  await expect(start('shared', ['--role', 'api'], env).url).resolves.toMatch(/^http/);
});

test('an API serves the pages of a folder, and refuses one where nothing was built', async () => {
  const env = { DATABASE_URL: await databases.createDatabase() };
  const app = join(local.directory, 'pages');
  await mkdir(app);
  const empty = start('empty', ['--role', 'api', '--app', app], env);
  expect((await empty.ended).code).toBe(1);
  expect(empty.log()).toContain(`There is no app in ${app}: it is not built.`);
  await writeFile(join(app, 'index.html'), '<!doctype html><title>Swaps</title>');
  const url = await start('pages', ['--role', 'api', '--app', app], env).url;
  expect(await (await fetch(url)).text()).toContain('<title>Swaps</title>');
});

test('a service whose embedded database is gone for good ends with an error rather than going on in silence', async () => {
  const { devnet, directory } = local;
  const service = start('lonely');
  const url = await service.url;
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const postmaster = await readFile(
    join(databaseDir(join(directory, 'lonely'), devnet.id), 'postgres', 'postmaster.pid'),
    'utf8',
  );
  process.kill(Number(postmaster.split('\n')[0]), 'SIGKILL');
  const { code, signal } = await service.ended;
  expect([code, signal]).toEqual([1, null]);
  expect(service.log()).toMatch(/ended by itself/);
});
