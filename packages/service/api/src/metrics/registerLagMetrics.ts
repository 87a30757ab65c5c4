import type { Chains } from '@portage/core/chain';
import type { Queryable } from '@portage/database';
import { Gauge, type Registry } from 'prom-client';
import { createRefreshed } from './createRefreshed.js';
import type { MetricsOptions } from './metricsOptions.js';

/** Milliseconds between reads of the cursors, however often the metrics are read. */
const lagMsMax = 1_000;

/** Part of a chain that is seen and not written yet. */
interface ChainLag {
  readonly slug: string;
  readonly blocks: number;
  readonly seconds: number;
}

const lagMetrics = [
  {
    name: 'portage_chain_cursor_lag_blocks',
    help: 'Blocks between the newest one that was seen and the newest one whose events are written.',
    read: ({ blocks }: ChainLag) => blocks,
  },
  {
    name: 'portage_chain_cursor_lag_seconds',
    help: 'The same in seconds, by the times of both blocks.',
    read: ({ seconds }: ChainLag) => seconds,
  },
] as const;

/**
 * Registers how far writing the events of a chain is behind the chain. It is left out where the
 * database cannot be read, and before the first block.
 */
export function registerLagMetrics(
  registers: Registry[],
  { chains, store, now, onError }: Pick<MetricsOptions, 'chains' | 'store' | 'now' | 'onError'>,
): void {
  const lags = createRefreshed(() => readLags(chains, store), { maxAgeMs: lagMsMax, now, onError });
  for (const { name, help, read } of lagMetrics)
    new Gauge({
      name,
      help,
      labelNames: ['chain'],
      registers,
      async collect() {
        const known = await lags.fresh();
        this.reset();
        for (const lag of known ?? []) this.set({ chain: lag.slug }, read(lag));
      },
    });
}

async function readLags({ all }: Chains, database: Queryable): Promise<readonly ChainLag[]> {
  const cursors = await database.query<{ chain: number; height: number; time: number }>({
    name: 'figures_cursors',
    text: 'select chain_id as chain, height, time from chain_cursors where height >= 0',
  });
  return all.flatMap(({ id, slug, observe }) => {
    const tip = observe.tip()?.value;
    const cursor = cursors.find(({ chain }) => chain === id);
    if (tip === undefined || cursor === undefined) return [];
    const blocks = Math.max(0, tip.height - cursor.height);
    return [{ slug, blocks, seconds: Math.max(0, tip.time - cursor.time) }];
  });
}
