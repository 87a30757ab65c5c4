import { openTestSettlement } from '@portage/settlement/testing';
import { defaultPolicy } from '@portage/quoter';
import { createTestDatabases } from '@portage/database/testing';
import { createServer } from '../../src/index.js';
import { quoteOver } from '../quoting.js';
import { createEvmChains } from './evmChains.js';

/**
 * Real server on loopback with the real quoter and a real database, and the faults that it logged.
 */
export interface FuzzServer {
  readonly url: string;
  readonly logged: readonly string[];
  close(): Promise<void>;
}

/** Starts it in this process. */
export async function startFuzzServer(): Promise<FuzzServer> {
  const databases = createTestDatabases();
  const store = await openTestSettlement(databases);
  const { chains, prices, quoter } = await quoteOver(createEvmChains(), store);
  const logged: string[] = [];
  const log = {
    error: (context: object, message: string): void =>
      void logged.push(
        `${message} ${'err' in context && context.err instanceof Error ? (context.err.stack ?? '') : ''}`,
      ),
  };
  const server = await createServer({
    chains,
    quoter,
    prices,
    policy: defaultPolicy,
    store,
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    version: 'fuzz',
    log,
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    logged,
    close: async () => {
      await server.close();
      await databases.close();
    },
  };
}
