import type { Hex } from 'viem';
import { evmChain, type EvmDevnetChain } from '@portage/devnet';
import { checkAnswer } from '@portage/testing';
import type { System, SystemOptions } from '../src/startSystem.js';
import { auditOnClose } from './auditOnClose.js';
import { startOnSharedServer } from './startOnSharedServer.js';

/** Whole system for a test file. */
export interface TestSystem extends System {
  chain(id: 8453 | 10): EvmDevnetChain;
  usdc(id: 8453 | 10): Hex;
}

/** Options of {@link startTestSystem}. */
export interface TestSystemOptions extends Partial<
  Pick<SystemOptions, 'chains' | 'accounts' | 'configure'>
> {
  /** Rules of the books that tests break and leave for an operator; none by default. */
  readonly left?: readonly string[];
}

/** Starts a system on free ports with quick blocks. */
export async function startTestSystem({
  left,
  configure = (described) => described,
  ...options
}: TestSystemOptions = {}): Promise<TestSystem> {
  const system = await startOnSharedServer({
    dataDir: undefined,
    port: 0,
    blockTimeSeconds: 0.25,
    accounts: 10,
    onAnswer: checkAnswer,
    ...options,
    // Earnings are collected soon after they are due, so that no test waits 30 seconds for them.
    configure: async (described) => {
      const { policy = {}, ...configuration } = await configure(described);
      const { collections, ...others } = policy as { readonly collections?: object };
      return {
        ...configuration,
        policy: { ...others, collections: { intervalMs: 1_000, ...collections } },
      };
    },
  });
  const chain = (id: 8453 | 10): EvmDevnetChain => evmChain(system.devnet.description, id);
  return auditOnClose({ ...system, chain, usdc: (id) => chain(id).tokens.usdc.address }, left);
}
