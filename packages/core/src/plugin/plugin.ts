import type { Chains } from '../chain/chains.js';
import type { RebalancePath } from '../chain/rebalance/rebalancePath.js';
import type { SwapSource } from '../chain/swap/swaps.js';
import type { Facade } from './facade.js';
import type { ChainEnvironment, Vm } from './vm.js';

/** A swap source that is opened with the chain that it trades on. */
export interface PluginSwapSource {
  /** Slug of the chain. */
  readonly chain: string;
  /** Fills the source's memory, and keeps it fresh until the signal aborts. */
  open(environment: Pick<ChainEnvironment, 'signal' | 'clock' | 'log'>): Promise<SwapSource>;
}

/** A path between chains that is opened once all of them are known. */
export interface PluginPath {
  /** Fills the path's memory, and keeps it fresh until the signal aborts. */
  open(
    chains: Pick<Chains, 'all'>,
    environment: Pick<ChainEnvironment, 'signal' | 'clock' | 'log'>,
  ): Promise<RebalancePath>;
}

/** Parts that one package adds to a service. */
export interface Plugin {
  readonly vms: readonly Vm[];
  readonly swapSources: readonly PluginSwapSource[];
  /** Paths by which the solver moves its inventory between chains. Default: those of bridges. */
  readonly paths?: readonly PluginPath[] | undefined;
  /** Interfaces of other services in front of this one. Default: none. */
  readonly facades?: readonly Facade[] | undefined;
}

/**
 * Declares a plugin. The module that an operator names under `plugins` exports it as `plugin`.
 *
 * @example
 * ```ts
 * export const plugin = definePlugin({ vms: [mychain] });
 * ```
 */
export function definePlugin({
  vms = [],
  swapSources = [],
  paths = [],
  facades = [],
}: Partial<Plugin>): Plugin {
  return { vms, swapSources, paths, facades };
}
