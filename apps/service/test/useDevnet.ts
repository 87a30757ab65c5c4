import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabases, type TestDatabases } from '@portage/database/testing';
import { createDevnet, type Devnet, type DevnetOptions } from '@portage/devnet';
import { afterAll, beforeAll } from 'vitest';
import {
  createLog,
  parseConfiguration,
  startService,
  type Service,
  type ServiceOptions,
} from '../src/index.js';
import { closeSound } from './closeSound.js';
import { startProcess, type ServiceProcess } from './startProcess.js';

type Work = () => unknown;

/** A devnet of the tests of a file, with services on it; all of it ends with the file. */
export interface LocalDevnet {
  readonly devnet: Devnet;
  /** Folder of the file alone. */
  readonly directory: string;
  readonly databases: TestDatabases;
  /** Starts a process with a data folder, on the devnet unless its arguments have `--config`. */
  readonly start: (
    name: string,
    args?: readonly string[],
    env?: Readonly<Record<string, string>>,
  ) => ServiceProcess;
  /** Starts a service here; by default on the devnet as it is, and on a new database. */
  readonly serve: (options?: Partial<ServiceOptions>) => Promise<Service>;
  /** Kills the processes, and closes the services, whose books have to be sound. */
  readonly stopAll: () => Promise<void>;
  /** Does this at the end, when the services have stopped. */
  readonly onEnd: (work: Work) => void;
}

/** Devnet of two EVM chains on any ports. */
export const twoChains: DevnetOptions = {
  chains: [
    { id: 8453, slug: 'base', name: 'Base' },
    { id: 10, slug: 'optimism', name: 'OP Mainnet' },
  ],
  ports: [0, 0],
  controlPort: 0,
};

/** Gives the tests of a file a devnet, and services that end with them, whatever fails. */
export function useDevnet(options: DevnetOptions = {}): LocalDevnet {
  const databases = createTestDatabases();
  const running = new Set<Work>();
  const works: Work[] = [];
  let devnet: Devnet | undefined;
  let directory: string | undefined;

  const stopAll = async (): Promise<void> => {
    const stops = [...running].reverse();
    running.clear();
    await doAll(stops);
  };
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'portage-service-'));
    devnet = await createDevnet(options);
  });
  afterAll(async () => {
    const close: Work = () => Promise.all([devnet?.close(), databases.close()]);
    await doAll([stopAll, ...works.reverse(), close, () => remove(directory)]);
  });

  const local: LocalDevnet = {
    get devnet() {
      return opened(devnet);
    },
    get directory() {
      return opened(directory);
    },
    databases,
    start: (name, args = [], env = {}) => {
      const on = args.includes('--config') ? [] : ['--devnet', local.devnet.file];
      const data = ['--data', join(local.directory, name)];
      const service = startProcess([...on, ...data, '--port', '0', ...args], env);
      running.add(() => service.stop('SIGKILL'));
      return service;
    },
    serve: async (settings = {}) => {
      const service = await startService({ ...(await defaultsOf(local, settings)), ...settings });
      const stop: Work = () => closeSound(service);
      running.add(stop);
      const close = (): Promise<void> => {
        running.delete(stop);
        return service.close();
      };
      return { ...service, close };
    },
    stopAll,
    onEnd: (work) => void works.push(work),
  };
  return local;
}

/** A database server of a process that was killed writes until it has noticed. */
async function remove(directory: string | undefined): Promise<void> {
  if (directory === undefined) return;
  await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

function opened<Part>(part: Part | undefined): Part {
  if (part === undefined) throw new Error('The devnet opens before the first test of the file.');
  return part;
}

/** Settings of a service in the process of a test. */
async function defaultsOf(
  { devnet, databases }: LocalDevnet,
  { databaseDir, databaseUrl }: Partial<ServiceOptions>,
): Promise<ServiceOptions> {
  const needsDatabase = databaseDir === undefined && databaseUrl === undefined;
  return {
    configuration: parseConfiguration(devnet.description.configuration),
    databaseUrl: needsDatabase ? await databases.createDatabase() : undefined,
    databaseDir: '',
    port: 0,
    version: '0.0.0',
    log: createLog('silent'),
    onFailure: (error) => {
      throw error;
    },
  };
}

/** Does one work after the other, whatever fails. @throws the first failure, at the end */
async function doAll(works: readonly Work[]): Promise<void> {
  const failures: unknown[] = [];
  for (const work of works)
    try {
      await work();
    } catch (error) {
      failures.push(error);
    }
  if (failures.length > 0) throw failures[0];
}
