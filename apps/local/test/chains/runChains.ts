import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase, runningServerUrl, type Database } from '@portage/database';
import { createDevnet } from '@portage/devnet';
import { serviceMigrations } from '@portage/service';
import { startProcess, type ServiceProcess } from '../../../service/test/startProcess.js';
import { eventually } from '@portage/testing';
import { describeChains, firstChainId } from './describeChains.js';
import { heightAt } from './fakeChain.js';
import { startFakeNodes, type FakeNodes } from './startFakeNodes.js';
import { readCounters, usageOf, type ChainUsage } from './usage.js';

/** Milliseconds between two blocks of a fake chain. */
const blockMs = 2_000;

/** Milliseconds between two looks at how far the service is behind. */
const lookMs = 1_000;

/** Options of the trial. */
export interface ChainsOptions {
  readonly count: number;
  /** Seconds that are measured. */
  readonly seconds: number;
  /** Seconds without a booking before that: inventory is found and booked after a start. */
  readonly calmSeconds: number;
  /** Milliseconds that a commit takes beside the disk. */
  readonly commitMs: number;
  readonly note: (text: string) => void;
}

/** Result of the trial: what one chain costs in a second. */
export interface ChainsReport extends ChainUsage {
  readonly count: number;
  readonly seconds: number;
  /** The most blocks that a chain was behind at any look. */
  readonly lagBlocks: number;
  /** Messages of warnings and errors of the service while it was measured. */
  readonly warnings: readonly string[];
}

/**
 * Lets one worker follow many fake chains without any work, on a database of its own whose commits
 * take time.
 */
export async function runChains(options: ChainsOptions): Promise<ChainsReport> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-chains-'));
  const closers: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true }),
  ];
  try {
    // A server as operators run it: one of tests does not sync, so it would wait for no commit.
    const dataDir = join(directory, 'database');
    const database = await openDatabase({
      dataDir,
      migrations: serviceMigrations,
      connectionsMax: 1,
    });
    closers.unshift(() => database.close());
    await delayCommits(database, options.commitMs);
    const url = await runningServerUrl(dataDir);
    if (url === undefined) throw new Error('The database does not run.');
    const devnet = await createDevnet({
      accounts: 1,
      chains: [{ id: firstChainId, slug: 'fake-0', name: 'Fake 0' }],
      ports: [0],
      controlPort: 0,
    });
    closers.unshift(() => devnet.close());
    const { configuration, nodeUrl } = describeChains(devnet.description.configuration);
    const nodes = await startFakeNodes(
      Array.from({ length: options.count }, () => blockMs),
      { firstId: firstChainId, nodeUrl },
    );
    closers.unshift(() => nodes.close());
    const file = join(directory, 'devnet.json');
    const described = configuration(options.count, (index) => nodes.url(index));
    await writeFile(file, JSON.stringify({ ...devnet.description, configuration: described }));
    const service = startProcess(
      ['--devnet', file, '--role', 'worker', '--port', '0', '--data', directory],
      { DATABASE_URL: url },
    );
    closers.unshift(() => service.stop());
    await service.probesUrl;
    return await measure(options, { database, service, nodes });
  } finally {
    for (const close of closers) await close();
  }
}

/** Makes every commit that waits for the disk wait longer, as one to another machine does. */
async function delayCommits(database: Database, commitMs: number): Promise<void> {
  await database.query(`alter system set commit_siblings = 0`, []);
  await database.query(`alter system set commit_delay = ${String(commitMs * 1_000)}`, []);
  await database.query('select pg_reload_conf()', []);
}

interface Running {
  readonly database: Database;
  readonly service: ServiceProcess;
  readonly nodes: FakeNodes;
}

/** Waits until all chains are followed, and nothing was booked for a while. */
async function untilCalm(
  { count, calmSeconds }: ChainsOptions,
  { database, service, nodes }: Running,
): Promise<void> {
  let [entries, calmSince] = [-1, performance.now()];
  await eventually(
    async () => {
      const isFollowed = lagOf(await readHeights(database), { count, nodes }) <= 2;
      const booked = await countBookings(database);
      if (!isFollowed || booked !== entries) calmSince = performance.now();
      entries = booked;
      return performance.now() - calmSince;
    },
    (calmMs) => calmMs >= calmSeconds * 1_000,
    { what: 'chains without work', everyMs: lookMs, log: () => service.log() },
  );
}

async function countBookings(database: Database): Promise<number> {
  const [row] = await database.query<{ booked: number }>(
    'select count(*)::int as booked from ledger_entries',
    [],
  );
  return row?.booked ?? 0;
}

async function measure(
  options: ChainsOptions,
  { database, service, nodes }: Running,
): Promise<ChainsReport> {
  const { count, seconds, note } = options;
  await untilCalm(options, { database, service, nodes });
  note(`${String(count)} chains are idle; measuring for ${String(seconds)} s`);
  const logged = service.log().length;
  const before = await readCounters(database, service.pid);
  let lagBlocks = 0;
  for (let second = 0; second < seconds; second += 1) {
    await sleep(lookMs);
    lagBlocks = Math.max(lagBlocks, lagOf(await readHeights(database), { count, nodes }));
  }
  const after = await readCounters(database, service.pid);
  // Our own looks are no work of the service.
  const own = { ...after, transactions: after.transactions - seconds - 1 };
  const warnings = service
    .log()
    .slice(logged)
    .split('\n')
    .filter((line) => /"level":[456]0/.test(line));
  return { count, seconds, ...usageOf(before, own, count), lagBlocks, warnings };
}

/** Heights up to which the events of each chain are written, by the chain's index. */
async function readHeights(database: Database): Promise<ReadonlyMap<number, number>> {
  const rows = await database.query<{ chain_id: number; height: number }>(
    'select chain_id, height from chain_cursors',
    [],
  );
  return new Map(rows.map(({ chain_id: id, height }) => [id - firstChainId, height]));
}

/** The most blocks that a chain is behind its node. */
function lagOf(
  heights: ReadonlyMap<number, number>,
  { count, nodes }: { readonly count: number; readonly nodes: FakeNodes },
): number {
  const now = Date.now();
  const lags = Array.from(
    { length: count },
    (_, index) =>
      heightAt({ index, startedAt: nodes.startedAt, blockMs }, now) - (heights.get(index) ?? 0),
  );
  return Math.max(...lags);
}
