import { waitMsMax } from '@portage/testing';
import { startProcess } from '../../../service/test/startProcess.js';
import { commandOf } from '../../../../scripts/commandOf.js';
import type { Outcome } from './deploySteps.js';
import type { Trial } from './trial.js';

/** A service that runs. */
export interface Served {
  readonly url: string;
  /** Everything logged so far. */
  readonly log: () => string;
}

/**
 * Starts the service in the folder of a trial for some work, and stops it. A service that does not
 * start or end in its time gets SIGKILL, and the outcome has its last words.
 *
 * @param more - further arguments of its command line
 */
export async function withService(
  trial: Trial,
  work: (served: Served) => Promise<Outcome>,
  more: readonly string[] = [],
): Promise<Outcome> {
  const args = ['--config', 'portage.json', '--data', 'data', '--port', '0', ...more];
  const options = { command: commandOf('apps/service'), cwd: trial.folder };
  const running = startProcess(args, trial.env, options);
  const kill = (): void => void running.stop('SIGKILL');
  trial.signal?.addEventListener('abort', kill, { once: true });
  const starting = setTimeout(kill, waitMsMax);
  const lastWords = (): string => running.log().trim().slice(-2_000);
  let outcome: Outcome;
  try {
    // It rejects with the log where the process ends before.
    const url = await running.url;
    clearTimeout(starting);
    outcome = await work({ url, log: () => running.log() });
  } catch (error) {
    outcome = { figures: '', faults: [String(error).slice(-2_000)] };
  } finally {
    clearTimeout(starting);
  }
  const stopping = setTimeout(kill, waitMsMax / 2);
  const { signal } = await running.stop();
  clearTimeout(stopping);
  trial.signal?.removeEventListener('abort', kill);
  if (signal !== 'SIGKILL' || outcome.faults.length > 0) return outcome;
  return { ...outcome, faults: [`the service had to be killed: ${lastWords()}`] };
}
