import { createRequire } from 'node:module';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createDevnet, type Devnet } from '@portage/devnet';
import { startPinned, type PinnedProcess } from '../measure/pinnedProcess.js';

/** A devnet and a service, the service on a core of its own. */
export interface BenchSystem {
  readonly devnet: Devnet;
  readonly service: PinnedProcess;
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a devnet and the service as its own process on one core, with an embedded database in a temporary directory. */
export async function startBenchSystem(options: { readonly core: number; readonly blockTimeSeconds?: number }): Promise<BenchSystem> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portage-bench-'));
  const devnet = await createDevnet({ dataDir: join(dataDir, 'devnet'), blockTimeSeconds: options.blockTimeSeconds ?? 1 });
  const port = await freePort();
  const service = startPinned(options.core, [serviceBin(), '--devnet', devnet.file, '--data', join(dataDir, 'service'), '--port', String(port)], { PORTAGE_LOG_LEVEL: 'error' });
  const url = `http://127.0.0.1:${port}`;
  const close = async (): Promise<void> => {
    await service.stop();
    await devnet.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await waitUntilHealthy(url);
  } catch (error) {
    await close();
    throw error;
  }
  return { devnet, service, url, close };
}

function serviceBin(): string {
  const entry = createRequire(import.meta.url).resolve('@portage/service');
  return join(dirname(entry), 'bin.js');
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

async function waitUntilHealthy(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    const answer = await fetch(`${url}/health`).catch(() => undefined);
    if (answer?.ok === true) return;
    if (Date.now() > deadline) throw new Error(`The service at ${url} did not become healthy within a minute.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
