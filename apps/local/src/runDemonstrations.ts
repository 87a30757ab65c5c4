import { isPortageError, describeError } from '@portage/core';
import type { Demonstration, DemonstrationContext } from './demonstrations/demonstration.js';
import type { Outcome, Report } from './report.js';

/** Number of demonstrations that run at once: enough to finish soon, few enough for two cores. */
const sideBySide = 8;

/** Surroundings of the demonstrations. */
export interface DemonstrationsOptions {
  /** Accounts and service of the demonstration at an index: no two share an account. */
  readonly contextOf: (index: number) => DemonstrationContext;
  readonly report: Report;
}

/**
 * Runs demonstrations side by side, each with an account of its own, and reports each as it ends.
 *
 * @returns whether all of them succeeded
 */
export async function runDemonstrations(
  demonstrations: readonly Demonstration[],
  options: DemonstrationsOptions,
): Promise<boolean> {
  const waiting = demonstrations.map((demonstration, index) => ({ demonstration, index }));
  let allOk = true;
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const outcome = await attempt(next.demonstration, options.contextOf(next.index));
      allOk &&= outcome.ok;
      options.report.outcome(outcome);
    }
  };
  await Promise.all(Array.from({ length: sideBySide }, worker));
  return allOk;
}

async function attempt(
  demonstration: Demonstration,
  context: DemonstrationContext,
): Promise<Outcome> {
  try {
    return { demo: demonstration.name, ok: true, result: await demonstration.run(context) };
  } catch (error) {
    if (isPortageError(error))
      return { demo: demonstration.name, ok: false, error: error.message, code: error.code };
    return { demo: demonstration.name, ok: false, error: describeError(error) };
  }
}
