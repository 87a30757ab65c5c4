import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTestDatabases } from '@portage/database/testing';
import { createDevnet, devnetChains } from '@portage/devnet';
import { startProcess, type ServiceProcess } from '../../../service/test/startProcess.js';
import { eventually } from '@portage/testing';
import { firstChainId } from '../chains/describeChains.js';
import { startFakeNodes } from '../chains/startFakeNodes.js';
import { startNetworkNode, type NetworkNode } from '../networks/startNetworkNode.js';
import type { CountedCalls } from './billOf.js';
import {
  describeNetworks,
  evmNetworks,
  idleNetworks,
  nodeOf,
  type IdleNetwork,
} from './idleNetworks.js';

/** Options of the trial. */
export interface CallsOptions {
  /** Seconds that are counted. */
  readonly seconds: number;
  /** Seconds before that: a start asks more. */
  readonly calmSeconds: number;
  /** Endpoints of each network; two of several have to agree. */
  readonly endpoints: number;
  /** Workers over one database; one of them follows a chain. */
  readonly workers: number;
  readonly note: (text: string) => void;
}

/** Counting nodes of each network, by its slug. */
type Nodes = ReadonlyMap<string, readonly NetworkNode[]>;

/** Counts the calls of workers without work to nine networks, by method. */
export async function runCalls(options: CallsOptions): Promise<readonly CountedCalls[]> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-calls-'));
  const databases = createTestDatabases();
  const closers: (() => Promise<unknown>)[] = [
    () => rm(directory, { recursive: true, force: true }),
    () => databases.close(),
  ];
  try {
    const devnet = await createDevnet({
      accounts: 1,
      chains: [
        { id: firstChainId, slug: 'fake-0', name: 'Fake 0' },
        ...devnetChains.filter(({ vm }) => vm === 'svm' || vm === 'bvm'),
      ],
      ports: [0, 0, 0],
      controlPort: 0,
    });
    closers.unshift(() => devnet.close());
    const { configuration } = devnet.description;
    const nodes = await startNodes(configuration, options, closers);
    const described = describeNetworks(configuration, firstChainId, ({ slug }) =>
      (nodes.get(slug) ?? []).map(({ url }) => url),
    );
    const file = join(directory, 'devnet.json');
    await writeFile(file, JSON.stringify({ ...devnet.description, configuration: described }));
    const databaseUrl = await databases.createDatabase();
    const workers: ServiceProcess[] = [];
    for (let index = 0; index < options.workers; index += 1) {
      const worker = startProcess(
        ['--devnet', file, '--role', 'worker', '--port', '0', '--data', directory],
        { DATABASE_URL: databaseUrl },
      );
      closers.unshift(() => worker.stop());
      await worker.probesUrl;
      workers.push(worker);
    }
    return await count(options, nodes, workers);
  } finally {
    for (const close of closers) await close();
  }
}

/** Starts the counting nodes of all networks: before fake nodes, or before the devnet's. */
async function startNodes(
  configuration: unknown,
  { endpoints }: CallsOptions,
  closers: (() => Promise<unknown>)[],
): Promise<Nodes> {
  const fakes = await startFakeNodes(
    evmNetworks.map(({ blockSeconds }) => blockSeconds * 1_000),
    { firstId: firstChainId, nodeUrl: nodeOf(configuration, evmNetworks[0]!) },
  );
  closers.unshift(() => fakes.close());
  const targetOf = (network: IdleNetwork): string =>
    network.vm === 'evm' ? fakes.url(evmNetworks.indexOf(network)) : nodeOf(configuration, network);
  const nodes = new Map<string, readonly NetworkNode[]>();
  for (const network of idleNetworks) {
    const started = await Promise.all(
      Array.from({ length: endpoints }, () =>
        startNetworkNode(targetOf(network), { rules: {}, isKept: false }),
      ),
    );
    for (const node of started) closers.push(() => node.close());
    nodes.set(network.slug, started);
  }
  return nodes;
}

async function count(
  { seconds, calmSeconds, endpoints, note }: CallsOptions,
  nodes: Nodes,
  workers: readonly ServiceProcess[],
): Promise<readonly CountedCalls[]> {
  const callsOf = (slug: string): ReadonlyMap<string, number> => totalOf(nodes.get(slug) ?? []);
  await eventually(
    () => idleNetworks.filter(({ slug }) => callsOf(slug).size === 0).map(({ slug }) => slug),
    (silent) => silent.length === 0,
    {
      what: 'calls to every network',
      everyMs: 500,
      log: () => workers.map((worker) => worker.log()).join('\n'),
    },
  );
  await sleep(calmSeconds * 1_000);
  note(`${String(idleNetworks.length)} networks are followed; counting for ${String(seconds)} s`);
  const before = new Map(idleNetworks.map(({ slug }) => [slug, callsOf(slug)]));
  const startedAt = performance.now();
  await sleep(seconds * 1_000);
  const passed = (performance.now() - startedAt) / 1_000;
  return idleNetworks.map(({ slug, vm, blockSeconds }) => {
    const counted = [...callsOf(slug)].map(
      ([method, calls]) => [method, calls - (before.get(slug)?.get(method) ?? 0)] as const,
    );
    const byMethod = Object.fromEntries(counted.filter(([, calls]) => calls > 0));
    return { slug, vm, blockSeconds, seconds: passed, endpoints, byMethod };
  });
}

/** Calls of all endpoints of a network, by method. */
function totalOf(nodes: readonly NetworkNode[]): ReadonlyMap<string, number> {
  const total = new Map<string, number>();
  for (const { calls } of nodes)
    for (const [method, times] of calls) total.set(method, (total.get(method) ?? 0) + times);
  return total;
}
