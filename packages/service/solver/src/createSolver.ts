import { checkCollectionPolicy } from './collections/checkCollectionPolicy.js';
import { canSpend, defaultPolicy, type SolverOptions } from './context.js';
import { runChainWorker } from './runChainWorker.js';

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
 * @throws PortageError `INVALID_CONFIGURATION` where earnings would be brought home too late
 * @example
 * ```ts
 * const solver = createSolver({
 *   ...{ chains, settlement, leases, prices, log },
 *   clock: systemClock,
 *   worker: 'one',
 * });
 * await solver.run(signal);
 * ```
 */
export function createSolver(options: SolverOptions): Solver {
  const policy = { ...defaultPolicy, ...options.policy };
  const spending = options.chains.all.filter(canSpend);
  for (const chain of spending) checkCollectionPolicy(chain, policy);
  return {
    run: async (signal) => {
      await Promise.all(
        spending.map((chain) => runChainWorker({ ...options, policy, chain }, signal)),
      );
    },
  };
}
