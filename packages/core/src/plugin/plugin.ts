import type { SwapSource } from '../chain/swap/swaps.js';
import type { ChainEnvironment, Vm } from './vm.js';

/** A swap source that is opened with the chain that it trades on. */
export interface PluginSwapSource {
  /** Slug of the chain. */
  readonly chain: string;
  /** Fills the source's memory, and keeps it fresh until the signal aborts. */
  open(environment: Pick<ChainEnvironment, 'signal' | 'clock' | 'log'>): Promise<SwapSource>;
}

/** Parts that one package adds to a service. */
export interface Plugin {
  readonly vms: readonly Vm[];
  readonly swapSources: readonly PluginSwapSource[];
}

/**
 * Declares a plugin. The module that an operator names under `plugins` exports it as `plugin`.
 *
 * @example
 * ```ts
 * export const plugin = definePlugin({ vms: [mychain] });
 * ```
 */
export function definePlugin({ vms = [], swapSources = [] }: Partial<Plugin>): Plugin {
  return { vms, swapSources };
}
