import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { devnetChains } from '@portage/devnet';
import { eventually } from '@portage/testing';
import { expect, test } from 'vitest';
import type { ServiceProcess } from './startProcess.js';
import { countFills, getQuote, sendSteps } from './transfer.js';
import { useDevnet } from './useDevnet.js';
import { watchStatus } from './watchStatus.js';

const local = useDevnet({
  accounts: 4,
  chains: devnetChains.filter(({ vm = 'evm' }) => vm === 'evm'),
});
const { start } = local;

/** Process of the API, as the log names it. */
interface Api {
  readonly pid: number;
  readonly url: string;
  readonly probesUrl: string;
}

function apisOf(service: ServiceProcess): readonly Api[] {
  return service
    .log()
    .split('\n')
    .filter((line) => line.includes('"a process of the API answers"'))
    .map((line) => JSON.parse(line) as Api);
}

/** Whether nothing listens on a port. */
async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  const isOpen = await once(server, 'listening').then(
    () => true,
    () => false, // Taken.
  );
  server.close();
  return isOpen;
}

/**
 * First of so many free ports. They are below those that systems give to connections and to
 * programs without a wish, so that nothing takes one between two processes.
 */
async function findPorts(count: number): Promise<number> {
  for (;;) {
    const first = randomInt(20_000, 30_000);
    const free = await Promise.all(
      Array.from({ length: count }, (_, index) => isFree(first + index)),
    );
    if (!free.includes(false)) return first;
  }
}

/** Processes that run of those with these ids. */
function living(pids: readonly number[]): readonly number[] {
  const running = execFileSync('ps', ['-eo', 'pid=,stat='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .flatMap(([pid, state = '']) => (state.startsWith('Z') ? [] : [Number(pid)]));
  return pids.filter((pid) => running.includes(pid));
}

/** Statuses of so many calls at once, each on a connection of its own. */
async function answers(url: string, calls: number): Promise<readonly number[]> {
  return Promise.all(
    Array.from({ length: calls }, async () => {
      const answer = await fetch(`${url}/ready`, { headers: { connection: 'close' } });
      return answer.status;
    }),
  );
}

test('processes of the API share one port and one database, and one that dies is replaced', async () => {
  // One for all, one of the worker, and one for the probes of each.
  const port = await findPorts(4);
  const service = start('shared', ['--processes', '2', '--port', String(port)]);
  const url = await service.url;
  const first = apisOf(service);
  expect(first.map((api) => api.url)).toEqual([url, url]);
  expect(new Set([...first.map((api) => api.probesUrl), await service.probesUrl]).size).toBe(3);
  for (const { probesUrl } of first)
    expect(await (await fetch(`${probesUrl}/metrics`)).text()).toContain('portage_chain_height{');
  expect(await answers(url, 20)).toEqual(Array.from({ length: 20 }, () => 200));

  const account = local.devnet.description.accounts[0]!;
  const quote = await getQuote(url, {
    user: account.address,
    recipient: '0x000000000000000000000000000000000000b901',
    originChainId: 8453,
    destinationChainId: 10,
    amount: '50000000000000000',
  });
  const watching = watchStatus(url, quote.steps[0]!.requestId!);
  await sendSteps(local.devnet, account.privateKey, quote);
  expect((await watching).at(-1)?.status).toBe('success');
  expect(await countFills(local.devnet, 10, quote.protocol.v2!.orderId)).toBe(1);

  const [doomed, other] = first as [Api, Api];
  process.kill(doomed.pid, 'SIGKILL');
  await eventually(
    () => apisOf(service).length,
    (count) => count === 3,
    { what: 'the process that replaces one that died', log: () => service.log() },
  );
  expect(service.log()).toContain('"a process of the API ended; another one starts in its place"');
  const replaced = apisOf(service)[2]!;
  expect(replaced).toMatchObject({ url, probesUrl: doomed.probesUrl });
  expect((await fetch(`${replaced.probesUrl}/ready`)).status).toBe(200);
  expect(await answers(url, 20)).toEqual(Array.from({ length: 20 }, () => 200));

  expect((await service.stop('SIGTERM')).code).toBe(0);
  expect(living([other.pid, replaced.pid])).toEqual([]);
  expect(service.log()).not.toContain('does not need');
});

test('processes of the API end with the one that started them, however it ends', async () => {
  const service = start('orphans', ['--processes', '2']);
  await service.url;
  const pids = apisOf(service).map(({ pid }) => pid);
  expect(living(pids)).toHaveLength(2);
  await service.stop('SIGKILL');
  await eventually(
    () => living(pids).length,
    (count) => count === 0,
    { what: 'the end of the processes of the API' },
  );
});

test('a number of processes that cannot be is refused with what may be', async () => {
  const refused = async (name: string, args: readonly string[]): Promise<string> => {
    const service = start(name, args);
    expect((await service.ended).code).toBe(1);
    return service.log();
  };
  expect(await refused('none', ['--processes', '0'])).toContain('a whole number from 1 to 64');
  expect(await refused('role', ['--processes', '2', '--role', 'api'])).toContain(
    'Leave --role out',
  );
  const many = await refused('many', ['--processes', '9']);
  expect(many).toContain('9 processes may open 210 connections');
  expect(many).toContain('Start at most 8 processes');
});
