import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, type Devnet, type DevnetOptions } from '@portage/devnet';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { startProcess, type ServiceProcess } from './startProcess.js';

/** A devnet, a database, and processes of the service on both, one after the other. */
export interface Services {
  readonly devnet: Devnet;
  /** Folder of the database. */
  readonly dataDir: string;
  /** Starts the service; with `PORTAGE_FAILPOINT` it kills itself at that point. */
  readonly start: (env?: Readonly<Record<string, string>>) => ServiceProcess;
}

/**
 * Gives the tests of a file one devnet and one database, so that each recovery has all earlier
 * events in its ledger. Processes that a test left running are killed after it.
 */
export function useServices(options: DevnetOptions): Services {
  const running = new Set<ServiceProcess>();
  let devnet: Devnet | undefined;
  let dataDir: string | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portage-kill-'));
    devnet = await createDevnet(options);
  });
  afterEach(async () => {
    await Promise.all([...running].map((service) => service.stop('SIGKILL')));
  });
  afterAll(async () => {
    await devnet?.close();
    if (dataDir !== undefined) await rm(dataDir, { recursive: true, force: true });
  });

  const opened = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('The devnet opens before the first test of the file.');
    return part;
  };
  return {
    get devnet() {
      return opened(devnet);
    },
    get dataDir() {
      return opened(dataDir);
    },
    start: (env = {}) => {
      const where = ['--devnet', opened(devnet).file, '--data', opened(dataDir)];
      const service = startProcess([...where, '--port', '0'], env);
      running.add(service);
      void service.ended.then(() => running.delete(service));
      return service;
    },
  };
}
