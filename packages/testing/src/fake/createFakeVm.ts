import { PortageError } from '@portage/core';
import { defineVm, type Vm } from '@portage/core/chain';
import type { FakeChain } from './createFakeChain.js';
import { fakeCodec } from './fakeCodec.js';

/** Id of the chain to open. */
export interface FakeVmConfig {
  readonly id: number;
}

/**
 * Makes the VM of fake chains. It opens one of `chains`.
 *
 * @example
 * ```ts
 * const vm = createFakeVm([createFakeChain({ id: 1, slug: 'one' })]);
 * const chain = await vm.open({ id: 1 }, signal);
 * ```
 */
export function createFakeVm(chains: readonly FakeChain[]): Vm<FakeVmConfig> {
  return defineVm({
    name: 'fake',
    codec: fakeCodec,
    open: async ({ id }: FakeVmConfig, signal: AbortSignal) => {
      signal.throwIfAborted();
      const found = chains.find(({ chain }) => chain.id === id);
      if (found === undefined)
        throw new PortageError('INVALID_CONFIGURATION', {
          message: `There is no fake chain ${id}.`,
        });
      return found.chain;
    },
  });
}
