import type { Chain } from './chain.js';
import type { Codec } from './codec.js';

/** A family of chains: how to read its addresses and how to open one of its chains. */
export interface Vm<Config = never> {
  readonly name: string;
  readonly codec: Codec;
  /**
   * Connects to a chain, checks that it is the right one, and keeps its memory fresh until the
   * signal aborts.
   */
  open(config: Config, signal: AbortSignal): Promise<Chain>;
}

/**
 * Declares a VM; a function only so that its configuration type is inferred.
 *
 * @example
 * ```ts
 * export const mychain = defineVm({ name: 'mychain', codec, open: openMyChain });
 * ```
 */
export function defineVm<Config>(vm: Vm<Config>): Vm<Config> {
  return vm;
}
