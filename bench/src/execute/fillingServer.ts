import { createServer } from '@portage/api';
import { devnetPrices, type Devnet } from '@portage/devnet';
import { createFixedPrices } from '@portage/prices';
import { defaultPolicy } from '@portage/quoter';
import { parseConfiguration } from '@portage/service';
import { createBenchQuoter } from '../environment/benchQuoter.js';
import { openEvmChains } from '../environment/openEvmChains.js';
import { createMemoryStore } from './memoryStore.js';
import type { SentTransaction } from './instantWallet.js';

/** Portage's HTTP server, whose requests succeed some time after a wallet has sent. */
export interface FillingServer {
  readonly url: string;
  /** Records a sent deposit: its request succeeds `fillMs` later. Returns the present moment. */
  sent(transaction: SentTransaction): number;
  close(): Promise<void>;
}

/**
 * Starts the real server with the real quoter over the chains of a devnet. Only its settlement is a
 * map and a clock.
 */
export async function startFillingServer(devnet: Devnet, fillMs: number): Promise<FillingServer> {
  const stop = new AbortController();
  const configuration = parseConfiguration(devnet.description.configuration);
  const chains = await openEvmChains(configuration, stop.signal);
  const store = createMemoryStore();
  const quoter = await createBenchQuoter({ configuration, chains, saveRequest: store.saveRequest });
  const prices = createFixedPrices(devnetPrices, Date.now);
  const server = await createServer({
    chains,
    quoter,
    prices,
    policy: defaultPolicy,
    store,
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    version: '0.0.0',
    log: { error: () => undefined },
  });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return {
    url,
    sent: ({ hash, data }) => {
      // The last word of a deposit's calldata is the order id.
      const request = store.byOrder(`0x${data.slice(-64)}`);
      if (request === undefined)
        throw new Error('The wallet sent a deposit for an order that nobody quoted.');
      setTimeout(() => {
        store.change(request, { status: 'success', inTxIds: [hash], outTxIds: [hash] });
      }, fillMs);
      return performance.now();
    },
    close: async () => {
      await server.close();
      stop.abort();
    },
  };
}
