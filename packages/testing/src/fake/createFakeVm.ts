import { PortageError, requestFault } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { defineVm, type Vm } from '@portage/core/plugin';
import { z } from 'zod';
import type { FakeChain } from './createFakeChain.js';
import { fakeCodec } from './fakeCodec.js';

/** Settings of a fake chain: the id of the chain to open. */
export interface FakeVmConfig {
  readonly id: number;
}

const settingsSchema: z.ZodType<FakeVmConfig> = z.object({ id: z.number() });

/**
 * Makes the VM of fake chains. It opens one of `chains`.
 *
 * @example
 * ```ts
 * const vm = createFakeVm([createFakeChain({ id: 1, slug: 'one' })]);
 * const chain = await vm.prepare({ id: 1 }).open(testEnvironment(signal));
 * ```
 */
export function createFakeVm(chains: readonly FakeChain[]): Vm {
  return defineVm({
    name: 'fake',
    codec: fakeCodec,
    read: readSettings,
    secretsOf: () => [],
    describe: ({ id }) => findChain(chains, id),
    open: async ({ id }, { signal }) => {
      signal.throwIfAborted();
      return findChain(chains, id);
    },
  });
}

function findChain(chains: readonly FakeChain[], id: number): Chain {
  const found = chains.find(({ chain }) => chain.id === id);
  if (found !== undefined) return found.chain;
  throw new PortageError('INVALID_CONFIGURATION', { message: `There is no fake chain ${id}.` });
}

function readSettings(input: unknown): FakeVmConfig {
  const parsed = settingsSchema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw requestFault('id', 'is the number of a fake chain', { code: 'INVALID_CONFIGURATION' });
}
