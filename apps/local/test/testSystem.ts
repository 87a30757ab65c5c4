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
  /**
   * Whether `close` waits for sound books; true by default. A worker ends its system beside the end
   * of the run, which may stop the database first; its files have waited for their books by then.
   */
  readonly isAudited?: boolean;
}

/** Starts a system on free ports with quick blocks. */
export async function startTestSystem({
  left,
  isAudited = true,
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
    configure: (described) => {
      const { policy, ...configuration } = configure(described);
      return { ...configuration, policy: { collectMs: 1_000, ...(policy as object | undefined) } };
    },
  });
  const chain = (id: 8453 | 10): EvmDevnetChain => evmChain(system.devnet.description, id);
  const own = { ...system, chain, usdc: (id: 8453 | 10): Hex => chain(id).tokens.usdc.address };
  return isAudited ? auditOnClose(own, left) : own;
}
