import { setTimeout as sleep } from 'node:timers/promises';
import { evmChain, type Devnet } from '@portage/devnet';
import { startFaultProxy, type FaultProxy } from '@portage/testing';
import { drawEvmLie, drawSolanaLie, type Lie, type OrderInSight } from './lies.js';
import type { Random } from './random.js';

/** Milliseconds for which an endpoint tells one lie. */
const lieMs = { min: 500, max: 3_000 } as const;

/** Endpoints of a chain as the service is told of them: of three, the first may lie. */
export interface Endpoints {
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  readonly liar: FaultProxy;
}

/**
 * Puts two endpoints beside the one of each chain. All three are one node, so the honest ones agree
 * at all times.
 */
export async function openEndpoints(
  devnet: Devnet,
): Promise<{ readonly endpoints: readonly Endpoints[]; readonly close: () => Promise<void> }> {
  const proxies: FaultProxy[] = [];
  const open = async (target: string): Promise<FaultProxy> => {
    const proxy = await startFaultProxy({ target });
    proxies.push(proxy);
    return proxy;
  };
  const endpoints = await Promise.all(
    Object.values(devnet.description.chains).map(async ({ id, rpcUrl }) => {
      const [liar, honest] = [await open(rpcUrl), await open(rpcUrl)];
      return { chainId: id, rpcUrls: [liar.url, rpcUrl, honest.url], liar };
    }),
  );
  return {
    endpoints,
    close: async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

/** Options of the liars. */
export interface LiarsOptions {
  readonly devnet: Devnet;
  readonly endpoints: readonly Endpoints[];
  /** Order that waits, for lies about it; undefined while there is none. */
  readonly orderInSight: () => OrderInSight | undefined;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/** Lies by name: how often an answer was one. */
export type LieCounts = ReadonlyMap<string, number>;

/** Lets one endpoint of each chain lie until the signal aborts, each lie for a moment. */
export async function tellLies(options: LiarsOptions): Promise<LieCounts> {
  const counts = new Map<string, number>();
  await Promise.all(
    options.endpoints.map(async (each) => {
      while (!options.signal.aborted) {
        const { name, faults } = drawLie(each.chainId, options);
        const before = each.liar.injected.length;
        each.liar.set(faults);
        await pause(options.random.between(lieMs.min, lieMs.max), options.signal);
        counts.set(name, (counts.get(name) ?? 0) + each.liar.injected.length - before);
      }
      each.liar.set([]);
    }),
  );
  return counts;
}

function drawLie(chainId: number, { devnet, orderInSight, random }: LiarsOptions): Lie {
  const chain = devnet.description.chains[String(chainId)];
  if (chain?.vm === 'svm') return drawSolanaLie(random);
  return drawEvmLie({
    chain: evmChain(devnet.description, chainId),
    solver: devnet.description.roles.solver.address,
    order: orderInSight(),
    random,
  });
}

/** Waits, or returns as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
