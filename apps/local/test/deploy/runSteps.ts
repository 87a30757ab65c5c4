import { systemClock } from '@portage/core';
import { waitMsMax } from '@portage/testing';
import type { Outcome } from './deploySteps.js';
import type { TrialStep } from './trial.js';

/** A step and its work, which ends what it started where the signal ends it. */
export interface Step {
  readonly name: string;
  readonly work: (signal: AbortSignal) => Promise<Outcome>;
  /** Milliseconds that the work may take; by default five waits of a test, which is ten minutes. */
  readonly msMax?: number;
}

/** Time of the whole way, and where its course is told. */
export interface RunSteps {
  readonly signal: AbortSignal;
  /** Called as each step begins, and as it ends. */
  readonly note: (text: string) => void;
}

/** Milliseconds in which work that is over may still say how far it came. */
const lastWordsMs = 5_000;

/**
 * Runs steps one after the other; the first that fails, throws or takes too long is the last one,
 * and says so under its own name.
 */
export async function runSteps(
  steps: readonly Step[],
  { signal, note }: RunSteps,
): Promise<readonly TrialStep[]> {
  const done: TrialStep[] = [];
  for (const step of steps) {
    note(`${step.name} …`);
    const startedAt = performance.now();
    const outcome = await workWithin(step, signal);
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    note(
      `${step.name}: ${outcome.faults.length === 0 ? 'ok' : 'FAILED'} after ${String(seconds)} s`,
    );
    done.push({ step: step.name, seconds, ...outcome });
    if (outcome.faults.length > 0) break;
  }
  return done;
}

async function workWithin(
  { name, work, msMax = 5 * waitMsMax }: Step,
  whole: AbortSignal,
): Promise<Outcome> {
  const over = new AbortController();
  const ended = new AbortController();
  const late = async (): Promise<Outcome> => {
    await systemClock.sleep(msMax, AbortSignal.any([whole, ended.signal]));
    // The commands of the work are killed by the signal, and say then where they were.
    if (!ended.signal.aborted) over.abort();
    await systemClock.sleep(lastWordsMs, ended.signal);
    return { figures: '', faults: [`${name} did not end in its time`] };
  };
  try {
    return await Promise.race([work(over.signal), late()]);
  } catch (error) {
    return { figures: '', faults: [`${name}: ${String(error).slice(-2_000)}`] };
  } finally {
    ended.abort();
  }
}
