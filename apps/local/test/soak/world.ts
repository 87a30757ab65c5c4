import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDevnet, type Devnet } from '@portage/devnet';
import type { Place } from '../../src/currencies.js';
import type { DemonstrationContext } from '../../src/demonstrations/demonstration.js';
import { openSide } from '../../src/demonstrations/transfer.js';
import { openEndpoints, type Endpoints } from './startLiars.js';
import { startProcesses, type Processes } from './startWorkers.js';

/** Confirmations of deposits on chains that count them: one more than a reorg takes back. */
export const confirmations = 3;
const blockTimeSeconds = 0.5;

/** Everything that runs while orders are made. */
export interface World {
  readonly devnet: Devnet;
  readonly endpoints: readonly Endpoints[];
  readonly processes: Processes;
  readonly databaseUrl: string;
}

/** Options of a world. */
export interface WorldOptions {
  /** Payers that pay at once, each with an account of its own. */
  readonly payers: number;
  /** Database of the service, without faults. */
  readonly databaseUrl: string;
  /** URL by which the processes reach it; by default its own. */
  readonly reachedAt?: string;
  /** File in which the processes note the points that they reach. */
  readonly hitsFile?: string;
  /**
   * Whether all endpoints of a chain may fail at once; then the service waits for each of them less
   * long.
   */
  readonly isDisturbed?: boolean;
  readonly note: (text: string) => void;
}

/** Starts chains, three endpoints for each, an API and two workers; the closers end them again. */
export async function openWorld(
  {
    payers,
    databaseUrl,
    reachedAt = databaseUrl,
    hitsFile,
    isDisturbed = false,
    note,
  }: WorldOptions,
  closers: (() => Promise<void>)[],
): Promise<World> {
  const directory = await mkdtemp(join(tmpdir(), 'portage-soak-'));
  closers.unshift(() => rm(directory, { recursive: true, force: true }));
  const devnet = await createDevnet({
    accounts: payers + 1,
    blockTimeSeconds,
    slotsInAnEpoch: 4,
    log: note,
  });
  closers.unshift(() => devnet.close());
  const { endpoints, close } = await openEndpoints(devnet, { isDisturbed });
  closers.unshift(close);
  const file = join(directory, 'portage.json');
  await writeFile(file, JSON.stringify(configure(devnet, endpoints, isDisturbed ? 2_000 : 3_000)), {
    mode: 0o600,
  });
  const options = { file, directory, databaseUrl: reachedAt, hitsFile, workers: 2 };
  const processes = await startProcesses(options);
  closers.unshift(() => processes.close());
  note(`service at ${processes.url}, with two workers`);
  return { devnet, endpoints, processes, databaseUrl };
}

/** Configuration of the devnet with three endpoints a chain, polled, and quick collections. */
function configure(devnet: Devnet, endpoints: readonly Endpoints[], timeoutMs: number): object {
  const { configuration } = devnet.description;
  const chains = configuration['chains'] as readonly { readonly id: number }[];
  const counting = new Set(
    Object.values(devnet.description.chains)
      .filter(({ vm }) => vm === 'evm' || vm === 'bvm')
      .map(({ id }) => id),
  );
  return {
    ...configuration,
    policy: { collections: { microUsdMin: '200000000' } },
    chains: chains.map((chain) => {
      const own = endpoints.find(({ chainId }) => chainId === chain.id);
      return {
        ...chain,
        wsUrl: undefined,
        pollMs: 250,
        timeoutMs,
        ...(own === undefined ? {} : { rpcUrls: own.rpcUrls }),
        ...(counting.has(chain.id) ? { finality: [{ confirmations }] } : {}),
      };
    }),
  };
}

/** Surroundings of a payer. */
export function contextOf(
  { devnet, processes }: World,
  index: number,
  signal: AbortSignal,
): DemonstrationContext {
  const account = devnet.description.accounts[index];
  if (account === undefined) throw new Error('No such account.');
  return {
    devnet,
    serviceUrl: processes.url,
    account: index,
    privateKey: account.privateKey,
    signal,
    note: () => undefined,
    createSponsor: () => Promise.reject(new Error('A soak has no sponsors.')),
    createAppKey: () => Promise.reject(new Error('A soak has no apps.')),
    books: { audit: () => Promise.resolve([]), vault: () => Promise.resolve(0n) },
  };
}

/** Times that a chain is asked for a balance before a busy machine counts as one that is gone. */
const asksMax = 5;

/** Reads balances from the chains themselves. */
export function balanceReader(
  context: DemonstrationContext,
): (place: Place, holder: string) => Promise<bigint> {
  return async (place, holder) => {
    for (let asks = 1; ; asks += 1) {
      try {
        return await openSide(context, place).balanceOf(place, holder);
      } catch (error) {
        if (asks === asksMax) throw error;
      }
    }
  };
}
