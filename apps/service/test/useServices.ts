import { join } from 'node:path';
import type { Devnet, DevnetOptions } from '@portage/devnet';
import { afterEach } from 'vitest';
import type { ServiceProcess } from './startProcess.js';
import { useDevnet } from './useDevnet.js';

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
  const local = useDevnet(options);
  const name = 'data';
  afterEach(local.stopAll);
  return {
    get devnet() {
      return local.devnet;
    },
    get dataDir() {
      return join(local.directory, name);
    },
    start: (env) => local.start(name, [], env),
  };
}
