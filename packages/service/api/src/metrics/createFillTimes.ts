import type { Chains } from '@portage/core/chain';
import { Histogram, type Registry } from 'prom-client';
import { chainLabel } from './chainLabels.js';

/** A fill that is paid. */
export interface TimedFill {
  readonly originChainId: number;
  readonly destinationChainId: number;
  /** Time from the deposit's finality until its payment was signed. */
  readonly seconds: number;
}

/** Times of the fills that a process has made. */
export interface FillTimes {
  readonly observe: (fill: TimedFill) => void;
  /** Adds them to the metrics of a server. */
  readonly register: (registry: Registry) => void;
}

/** From a fill that is sent with the next batch to one that waited for gas, prices or inventory. */
const buckets = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800];

/**
 * Counts how long fills take, for `portage_fill_seconds`.
 *
 * @example
 * ```ts
 * const fills = createFillTimes(chains);
 * fills.observe({ originChainId: 8453, destinationChainId: 10, seconds: 0.4 });
 * ```
 */
export function createFillTimes(chains: Chains): FillTimes {
  const histogram = new Histogram({
    name: 'portage_fill_seconds',
    help: 'Time from the finality of a deposit until its payment was signed, of fills that this process has seen end.',
    labelNames: ['origin', 'destination'],
    buckets,
    registers: [],
  });
  return {
    observe: ({ originChainId, destinationChainId, seconds }) => {
      histogram.observe(
        {
          origin: chainLabel(chains, originChainId),
          destination: chainLabel(chains, destinationChainId),
        },
        Math.max(0, seconds),
      );
    },
    register: (registry) => {
      registry.registerMetric(histogram);
    },
  };
}
