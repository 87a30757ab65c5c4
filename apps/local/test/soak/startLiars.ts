import { setTimeout as sleep } from 'node:timers/promises';
import { evmChain, type Devnet } from '@portage/devnet';
import { startFaultProxy, type Fault, type FaultProxy } from '@portage/testing';
import { drawBitcoinLie, drawEvmLie, drawSolanaLie, type Lie, type OrderInSight } from './lies.js';
import type { Random } from './random.js';

/** Milliseconds for which an endpoint tells one lie. */
const lieMs = { min: 500, max: 3_000 } as const;

/** Endpoints of a chain as the service knows them: of three, the first may lie. */
export interface Endpoints {
  readonly chainId: number;
  readonly rpcUrls: readonly string[];
  /** Adds faults to what each does that has a proxy, until it is called again. */
  readonly disturbAll: (faults: readonly Fault[]) => void;
  readonly liar: FaultProxy;
  /** Endpoint that tells the truth, and may be slow. */
  readonly honest: FaultProxy;
}

/**
 * Puts two endpoints beside the one of each chain that speaks JSON-RPC. All three are one node, so
 * the honest ones agree at all times.
 */
export async function openEndpoints(
  devnet: Devnet,
  { isDisturbed }: { readonly isDisturbed: boolean },
): Promise<{ readonly endpoints: readonly Endpoints[]; readonly close: () => Promise<void> }> {
  const proxies: FaultProxy[] = [];
  const open = async (target: string): Promise<FaultProxy> => {
    const proxy = await startFaultProxy({ target });
    proxies.push(proxy);
    return proxy;
  };
  const endpoints = await Promise.all(
    Object.values(devnet.description.chains)
      .filter(({ vm }) => vm !== 'lvm')
      .map(async ({ id, rpcUrl }) => {
        const [liar, honest] = [withLayer(await open(rpcUrl)), withLayer(await open(rpcUrl))];
        const plain = isDisturbed ? withLayer(await open(rpcUrl)) : undefined;
        return {
          chainId: id,
          liar: liar.proxy,
          honest: honest.proxy,
          rpcUrls: [liar.proxy.url, plain?.proxy.url ?? rpcUrl, honest.proxy.url],
          disturbAll: (faults: readonly Fault[]) => {
            for (const each of [liar, plain, honest]) each?.cover(faults);
          },
        };
      }),
  );
  return {
    endpoints,
    close: async () => {
      await Promise.all(proxies.map((proxy) => proxy.close()));
    },
  };
}

/** A proxy whose faults have others over them, which stay when the former change. */
function withLayer(proxy: FaultProxy): {
  readonly proxy: FaultProxy;
  readonly cover: (faults: readonly Fault[]) => void;
} {
  let under: readonly Fault[] = [];
  let over: readonly Fault[] = [];
  const apply = (): void => proxy.set([...over, ...under]);
  return {
    proxy: {
      ...proxy,
      set: (faults) => {
        under = faults;
        apply();
      },
    },
    cover: (faults) => {
      over = faults;
      apply();
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
  if (chain?.vm === 'bvm') return drawBitcoinLie(random);
  return drawEvmLie({
    chain: evmChain(devnet.description, chainId),
    solver: devnet.description.roles.solver.address,
    order: orderInSight(),
    random,
  });
}

/** Milliseconds for which an honest endpoint is slow or away. */
const outageMs = { min: 300, max: 2_000 } as const;

/**
 * Makes the other honest endpoint of each chain slow, stops it, or breaks its connections, each for
 * a moment, until the signal aborts. Meanwhile the liar may be the one that answers first.
 */
export async function causeOutages({
  endpoints,
  random,
  signal,
}: Pick<LiarsOptions, 'endpoints' | 'random' | 'signal'>): Promise<LieCounts> {
  const counts = new Map<string, number>();
  await Promise.all(
    endpoints.map(async ({ honest }) => {
      while (!signal.aborted) {
        const fault = random.pick<Fault>([
          { type: 'latency', ms: 400, jitterMs: 800 },
          { type: 'timeout' },
          { type: 'reset' },
          { type: 'truncate' },
          { type: 'http429', retryAfterSeconds: 1 },
          { type: 'htmlBody' },
          { type: 'acceptThenTimeout', methods: sends },
        ]);
        const before = honest.injected.length;
        honest.set([fault]);
        await pause(random.between(outageMs.min, outageMs.max), signal);
        honest.set([]);
        counts.set(fault.type, (counts.get(fault.type) ?? 0) + honest.injected.length - before);
        await pause(random.between(outageMs.min, outageMs.max), signal);
      }
    }),
  );
  return counts;
}

/** Calls that give a transaction to a node. */
const sends = ['eth_sendRawTransaction', 'sendTransaction', 'sendrawtransaction'] as const;

/** Waits, or returns as soon as the signal aborts. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
