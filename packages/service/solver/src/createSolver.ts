import { setMaxListeners } from 'node:events';
import { randomBytes } from 'node:crypto';
import { describeError } from '@portage/core';
import { whenOpen } from '@portage/core/plugin';
import { watchLosses } from './breakers/watchLosses.js';
import { watchRestores } from './breakers/watchRestores.js';
import { checkCollectionPolicy } from './collections/checkCollectionPolicy.js';
import { canSpend, type SolverOptions, type SpendingChain } from './context.js';
import { watchFastFills } from './fastFills/watchFastFills.js';
import { runChainWorker } from './runChainWorker.js';
import { type SolverPolicy, completePolicy } from './policy/solverPolicy.js';

/** Pays orders and pays deposits back. */
export interface Solver {
  /**
   * Works on every chain that can be spent on; ends when the signal aborts and what was begun is
   * done.
   */
  run(signal: AbortSignal): Promise<void>;
}

/**
 * Makes the solver of a service.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where earnings would be collected too late
 * @example
 * ```ts
 * const solver = createSolver({
 *   chains, settlement, leases, prices, log,
 *   clock: systemClock,
 *   worker: 'one',
 * });
 * await solver.run(signal);
 * ```
 */
export function createSolver(options: SolverOptions): Solver {
  const policy = completePolicy(options.policy);
  for (const chain of options.chains.all.filter(canSpend)) checkCollectionPolicy(chain, policy);
  const mine = options.chains.all.filter(({ id }) => options.assigned?.has(id) !== false);
  return {
    run: async (signal) => {
      // Each chain waits for the end.
      setMaxListeners(0, signal);
      await Promise.all([
        watchFastFills(options, signal),
        watchLosses(options, signal),
        watchRestores(options, signal),
        ...mine.map(async (listed) => {
          const chain = await whenOpen(listed, signal);
          if (chain === undefined || !canSpend(chain)) return;
          if (chain !== listed && !isCollected(chain, { ...options, policy })) return;
          const parts = { policy, chain, randomBytes: options.randomBytes ?? randomBytes };
          await runChainWorker({ ...options, ...parts }, signal);
        }),
      ]);
      // A solver whose chains all wait has nothing to do yet, and that is no failure.
      await untilAborted(signal);
    },
  };
}

/** Whether earnings of a chain that opened late are collected in time; else it is not paid on. */
function isCollected(
  chain: SpendingChain,
  { policy, log }: Pick<SolverOptions, 'log'> & { readonly policy: SolverPolicy },
): boolean {
  try {
    checkCollectionPolicy(chain, policy);
    return true;
  } catch (error) {
    const context = { chain: chain.slug, level: 'error', error: describeError(error) };
    log('nothing is paid on a chain', context);
    return false;
  }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
