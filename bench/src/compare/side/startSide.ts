import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { choosePort } from '@portage/devnet';
import { Pool } from 'undici';
import { findDatabase } from '../../environment/findDatabase.js';
import { startedService } from '../../environment/startedService.js';
import { startPinned, type PinnedProcess } from '../../measure/pinnedProcess.js';
import { openRawNode, type RawNode } from '../../node/openRawNode.js';
import type { Closers } from '../closers.js';
import { programs, type Tree } from '../tree/prepareTree.js';
import { openCounters, prepareCounting, type Counters } from './counters.js';
import { describedChain, descriptionSchema, type Description } from './description.js';

/** Chain of deposits, and that of fills. */
export const originChainId = 8453;
export const destinationChainId = 10;

/** Devnet and service of one commit, as processes of its own programs. */
export interface Side {
  readonly label: string;
  readonly description: Description;
  readonly origin: RawNode;
  readonly destination: RawNode;
  readonly counters: Counters;
  readonly databaseUrl: string;
  /** Asks the service; resolves with status and body. */
  ask(path: string, body?: string): Promise<Answer>;
  close(): Promise<void>;
}

/** Answer of a service. */
export interface Answer {
  readonly status: number;
  readonly text: string;
}

type Closer = () => Promise<unknown>;

/** Environment without settings that a service would take from it. */
const env = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => name.startsWith('PORTAGE_') || name === 'DATABASE_URL')
    .map((name) => [name, undefined]),
);

/**
 * Starts the programs of a tree with empty chains and an empty database. Its owner can close it
 * from the first program on: a signal may come while the others start.
 */
export async function startSide(tree: Tree, owner: Closers): Promise<Side> {
  const closers: Closer[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer();
  };
  owner.add(close);
  try {
    const folder = await mkdtemp(join(tmpdir(), 'portage-bench-side-'));
    closers.unshift(() => rm(folder, { recursive: true, force: true }));
    const description = await startDevnet(tree, folder, closers);
    const first = await startService(tree, folder);
    closers.unshift(() => first.service.stop());
    await prepareCounting(await findDatabase(join(folder, 'service')));
    await first.service.stop();
    const { service, url } = await startService(tree, folder);
    closers.unshift(() => service.stop());
    const database = await findDatabase(join(folder, 'service'));
    const counters = await openCounters(service.pid, database);
    closers.unshift(() => counters.close());
    const pool = new Pool(url, { connections: 32 });
    closers.unshift(() => pool.destroy());
    const [origin, destination] = [originChainId, destinationChainId].map((id) =>
      openRawNode(describedChain(description, id).rpcUrl),
    );
    if (origin === undefined || destination === undefined) throw new Error('Two chains are open.');
    closers.unshift(() => Promise.all([origin.close(), destination.close()]));
    return {
      label: tree.label,
      description,
      origin,
      destination,
      counters,
      databaseUrl: database.url,
      close,
      ask: (path, body) => ask(pool, path, body),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function startDevnet(
  { folder }: Tree,
  data: string,
  closers: Closer[],
): Promise<Description> {
  const devnet = startPinned(
    undefined,
    [
      join(folder, programs.devnet),
      '--json',
      '--chains',
      'base,optimism',
      '--data',
      join(data, 'devnet'),
      '--port',
      String(await choosePort(0)),
    ],
    env,
  );
  closers.unshift(() => devnet.stop());
  return descriptionSchema.parse(await devnet.ready);
}

interface StartedService {
  readonly service: PinnedProcess;
  readonly url: string;
}

async function startService({ folder }: Tree, data: string): Promise<StartedService> {
  const port = String(await choosePort(0));
  const service = startPinned(
    undefined,
    [
      join(folder, programs.service),
      '--devnet',
      join(data, 'devnet', 'devnet.json'),
      '--data',
      join(data, 'service'),
      '--port',
      port,
      '--log-level',
      'error',
    ],
    env,
  );
  const url = `http://127.0.0.1:${port}`;
  try {
    await startedService(service, url);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return { service, url };
}

async function ask(pool: Pool, path: string, body: string | undefined): Promise<Answer> {
  const { statusCode, body: answer } = await pool.request({
    path,
    method: body === undefined ? 'GET' : 'POST',
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body }),
  });
  return { status: statusCode, text: await answer.text() };
}
