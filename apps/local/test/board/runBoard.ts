import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quoteSchema } from '@portage/core/schemas';
import { createTestDatabases } from '@portage/database/testing';
import { createDevnet } from '@portage/devnet';
import { serviceMigrations } from '@portage/service';
import { startProcess } from '../../../service/test/startProcess.js';
import { post } from '../../../service/test/transfer.js';
import { boardCells, type BoardCell, type BoardRoute } from './boardCells.js';
import type { BoardSamples } from './judgeBoard.js';
import { startLatencyProxy } from './startLatencyProxy.js';

/** Options of a board. */
export interface BoardOptions {
  /** Quotes of each cell that count. */
  readonly rounds: number;
  /** Milliseconds that a proxy adds to each answer of the second half. */
  readonly latencyMs: number;
  /** Routes; by default those of public boards. */
  readonly routes?: readonly BoardRoute[];
  /** Sizes in whole USD; by default those of public boards. */
  readonly sizes?: readonly number[];
  readonly note: (text: string) => void;
}

/** Quotes of each cell before any counts: code gets warm, and connections open. */
const warmRounds = 3;

/**
 * Asks a service on a devnet, which is a process of its own, for quotes of every route and size,
 * one after the other: first straight, then with latency added. The cells take turns, so that a
 * busy moment strikes all of them.
 */
export async function runBoard(options: BoardOptions): Promise<readonly BoardSamples[]> {
  const { rounds, latencyMs, routes, sizes, note } = options;
  const directory = await mkdtemp(join(tmpdir(), 'portage-board-'));
  const databases = createTestDatabases({ migrations: serviceMigrations });
  const closers = [() => rm(directory, { recursive: true, force: true }), () => databases.close()];
  try {
    const [devnet, databaseUrl] = await Promise.all([
      createDevnet({ accounts: 1, log: note }),
      databases.createDatabase(),
    ]);
    closers.push(() => devnet.close());
    const file = join(directory, 'portage.json');
    await writeFile(file, JSON.stringify(devnet.description.configuration), { mode: 0o600 });
    const service = startProcess(['--config', file, '--data', directory, '--port', '0'], {
      DATABASE_URL: databaseUrl,
    });
    closers.push(async () => void (await service.stop('SIGKILL')));
    const url = await service.url;
    const proxy = await startLatencyProxy(url, latencyMs);
    closers.push(() => proxy.close());
    const cells = boardCells(devnet, routes, sizes);
    note('the service is ready');
    return [
      ...(await measure(cells, { url, rounds, latencyMs: 0 })),
      ...(await measure(cells, { url: proxy.url, rounds, latencyMs })),
    ];
  } finally {
    for (const close of closers.reverse()) await close();
  }
}

interface Measuring {
  readonly url: string;
  readonly rounds: number;
  readonly latencyMs: number;
}

async function measure(
  cells: readonly BoardCell[],
  { url, rounds, latencyMs }: Measuring,
): Promise<readonly BoardSamples[]> {
  const measured = cells.map(({ route, usd, body }) => ({
    body,
    samples: { route, usd, latencyMs, milliseconds: [] as number[], failures: [] as string[] },
  }));
  for (let round = -warmRounds; round < rounds; round += 1) {
    for (const { body, samples } of measured) {
      const started = performance.now();
      const fault = await ask(url, body);
      const spent = performance.now() - started;
      if (round < 0) continue;
      if (fault === undefined) samples.milliseconds.push(spent);
      else samples.failures.push(fault);
    }
  }
  return measured.map(({ samples }) => samples);
}

/** Fault of the answer to one request; undefined where it is a quote with steps. */
async function ask(url: string, body: BoardCell['body']): Promise<string | undefined> {
  try {
    const answer = await post(url, '/quote/v2', body);
    if (answer.status !== 200)
      return `${String(answer.status)} ${JSON.stringify(answer.body).slice(0, 200)}`;
    const quote = quoteSchema.safeParse(answer.body);
    return quote.data?.steps.length ? undefined : 'an answer that is no quote';
  } catch (error) {
    return String(error);
  }
}
