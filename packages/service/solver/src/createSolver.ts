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
  return {
    run: async (signal) => {
      await Promise.all(
        options.chains.all
          .filter(canSpend)
          .map((chain) => runChainWorker({ ...options, policy, chain }, signal)),
      );
    },
  };
}
