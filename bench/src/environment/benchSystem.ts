import { createRequire } from 'node:module';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { choosePort, createDevnet, devnetChains, type Devnet } from '@portage/devnet';
import { startPinned, type PinnedProcess } from '../measure/pinnedProcess.js';
import { startNodeProxy, type NodeProxy } from '../node/startNodeProxy.js';
import { startedService } from './startedService.js';
import { findDatabase, type FoundDatabase } from './findDatabase.js';
import { chainOf } from './signTransactions.js';

/** Devnet with a service in a process of its own. */
export interface BenchSystem {
  readonly devnet: Devnet;
  readonly service: PinnedProcess;
  readonly url: string;
  /** Proxy between the service and a chain's node. */
  proxy(chainId: number): NodeProxy;
  /** Embedded database of the service. */
  database(): Promise<FoundDatabase>;
  close(): Promise<void>;
}

/** Options of the system. */
export interface BenchSystemOptions {
  /** Core of the service and its database; any core by default. */
  readonly core?: number;
  /** Chains whose node the service reaches through a proxy; their websockets stay direct. */
  readonly proxied: readonly number[];
  /** Processes of the API; by default one process does all. */
  readonly processes?: number | undefined;
}

type Closer = () => Promise<unknown>;

/**
 * Starts a devnet and the service as its own process, on one core if one is named, with an embedded
 * database in a temporary directory.
 */
export async function startBenchSystem(options: BenchSystemOptions): Promise<BenchSystem> {
  const closers: Closer[] = [];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0)) await closer();
  };
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'portage-bench-'));
    closers.unshift(() => rm(dataDir, { recursive: true, force: true }));
    const devnet = await createDevnet({
      dataDir: join(dataDir, 'devnet'),
      blockTimeSeconds: 1,
      chains: devnetChains.filter(({ vm = 'evm' }) => vm === 'evm'),
    });
    closers.unshift(() => devnet.close());
    const proxies = new Map<number, NodeProxy>();
    for (const id of options.proxied) {
      const proxy = await startNodeProxy(chainOf(devnet, id).rpcUrl);
      closers.unshift(() => proxy.close());
      proxies.set(id, proxy);
    }
    const file = join(dataDir, 'devnet-of-the-service.json');
    await writeProxied(devnet, file, proxies);
    const port = await choosePort(0);
    const service = startPinned(options.core, [
      serviceBin(),
      '--devnet',
      file,
      '--data',
      join(dataDir, 'service'),
      '--port',
      String(port),
      '--log-level',
      'error',
      ...(options.processes === undefined ? [] : ['--processes', String(options.processes)]),
    ]);
    closers.unshift(() => service.stop());
    const url = `http://127.0.0.1:${String(port)}`;
    await startedService(service, url);
    for (const [id, proxy] of proxies)
      if (proxy.calls() === 0)
        throw new Error(`The service reaches chain ${String(id)} past its proxy.`);
    return {
      devnet,
      service,
      url,
      proxy: (id) => proxies.get(id) ?? missing(id),
      database: () => findDatabase(join(dataDir, 'service')),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function missing(chainId: number): never {
  throw new Error(`No proxy stands before chain ${String(chainId)}.`);
}

/** Writes the devnet's file with the URLs of proxies in place of those of their nodes. */
async function writeProxied(
  devnet: Devnet,
  to: string,
  proxies: ReadonlyMap<number, NodeProxy>,
): Promise<void> {
  let text = await readFile(devnet.file, 'utf8');
  for (const [id, proxy] of proxies) {
    const { rpcUrl } = chainOf(devnet, id);
    text = text.replaceAll(JSON.stringify(rpcUrl), JSON.stringify(proxy.url));
  }
  await writeFile(to, text, { mode: 0o600 });
}

function serviceBin(): string {
  const entry = createRequire(import.meta.url).resolve('@portage/service');
  return join(dirname(entry), 'bin.js');
}
