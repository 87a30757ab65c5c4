import type { Chains } from '@portage/core/chain';
import { Gauge, type Registry } from 'prom-client';
import { chainLabel } from './chainLabels.js';

/** Transactions that keep a fee which blocks pass over, as a process sees them. */
export interface StandingTransactions {
  /** Takes note of how many there are on a chain now. */
  readonly note: (chainId: number, transactions: number) => void;
  /** Adds them to the metrics of a server. */
  readonly register: (registry: Registry) => void;
}

/**
 * Counts transactions that stand because a higher fee is not covered, for
 * `portage_outbox_standing`.
 *
 * @example
 * ```ts
 * const standing = createStandingTransactions(chains);
 * standing.note(8453, 2);
 * ```
 */
export function createStandingTransactions(chains: Chains): StandingTransactions {
  const gauge = new Gauge({
    name: 'portage_outbox_standing',
    help: 'Transactions that blocks pass over and that keep their fee, because a higher one costs more than was charged.',
    labelNames: ['chain'],
    registers: [],
  });
  return {
    note: (chainId, transactions) => {
      gauge.set({ chain: chainLabel(chains, chainId) }, transactions);
    },
    register: (registry) => {
      registry.registerMetric(gauge);
    },
  };
}
