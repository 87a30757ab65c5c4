import { describeError } from '@portage/core';
import type { SolverOptions } from '../context.js';
import { haltAll } from './haltAll.js';
import { completePolicy } from '../policy/solverPolicy.js';

/**
 * Advances the restore detector in the database until the signal aborts. A database that answers
 * with no more than it has acknowledged before was put back to an older state: it may have
 * forgotten payments, so all chains are halted.
 */
export async function watchRestores(options: SolverOptions, signal: AbortSignal): Promise<void> {
  const { settlement, clock, log, worker } = options;
  const {
    breakers: { restoreDetectorMs },
  } = completePolicy(options.policy);
  let last = 0;
  while (!signal.aborted) {
    try {
      const number = await settlement.breakers.advanceRestoreDetector(worker);
      if (number <= last)
        await haltAll(
          options,
          `The database was put back to an older state: number ${String(number)} came after ${String(last)}.`,
        );
      last = number;
    } catch (error) {
      log('the restore detector could not be advanced', { error: describeError(error) });
    }
    await clock.sleep(restoreDetectorMs, signal);
  }
}
