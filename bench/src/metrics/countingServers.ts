/**
 * Two servers in one process that differ only in whether they count the calls of keys. Compiled
 * code, chains and database are the same, so the difference is the counting. Arguments: DEVNET_FILE
 * DATABASE_URL.
 */
import { createServer, type AccessOptions } from '@portage/api';
import { devnetPrices } from '@portage/devnet';
import { createFixedPrices } from '@portage/prices';
import { defaultPolicy } from '@portage/quoter';
import { readDevnet } from '@portage/service';

import { createBenchQuoter } from '../environment/benchQuoter.js';
import { openEvmChains } from '../environment/openEvmChains.js';
import { createGate } from './createGate.js';
import { openBenchDatabase } from '../environment/openBenchDatabase.js';

const [devnetFile = '', databaseUrl = ''] = process.argv.slice(2);

const stop = new AbortController();
const { configuration } = readDevnet(devnetFile);
const chains = await openEvmChains(configuration, stop.signal);
const store = await openBenchDatabase({ databaseUrl });
const quoter = await createBenchQuoter({
  configuration,
  chains,
  saveRequest: (request) => store.saveRequest(request),
});
const prices = createFixedPrices(devnetPrices, Date.now);
const gate = await createGate(store.usage);

async function start(
  isCounting: boolean,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  const access: AccessOptions = { keys: store.keys, usage: gate.usage, isCounting };
  const server = await createServer({
    chains,
    quoter,
    prices,
    policy: defaultPolicy,
    store,
    access,
    version: '0.0.0',
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    log: {
      error: (context, message) =>
        void process.stderr.write(`${message} ${JSON.stringify(context)}\n`),
    },
  });
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), close: () => server.close() };
}

const servers = { on: await start(true), off: await start(false) };
process.stdout.write(
  `${JSON.stringify({ on: servers.on.url, off: servers.off.url, gate: gate.url })}\n`,
);
process.on('SIGTERM', () => {
  void (async () => {
    gate.close();
    await Promise.all([servers.on.close(), servers.off.close()]);
    stop.abort();
    await store.close();
  })();
});
