import { join } from 'node:path';
import { startProcess } from '../../../service/test/startProcess.js';
import type { Random } from './random.js';
import { pause } from './startLiars.js';
import { superviseWorker, type Variables, type Worker } from './superviseWorker.js';

/** Milliseconds between two kills; a worker that has not started by then is spared. */
const defaultWaitMs = { min: 3_000, max: 8_000 } as const;

/** Processes that share a database, with a supervisor that starts each worker again. */
export interface Processes {
  /** URL of the API. */
  readonly url: string;
  readonly workers: readonly Worker[];
  /** Kills a worker again and again until the signal aborts; each is started again at once. */
  killWorkers(
    random: Random,
    signal: AbortSignal,
    waitMs?: { readonly min: number; readonly max: number },
  ): Promise<number>;
  /** Unasked ends of processes, as sentences. */
  readonly crashes: readonly string[];
  /** Milliseconds from each start of a worker until it was ready. */
  readonly readyMs: readonly number[];
  /** Log lines of all processes, those of killed ones too. */
  log(): readonly string[];
  close(): Promise<void>;
}

/** Options of the processes. */
export interface ProcessesOptions {
  /** Configuration file. */
  readonly file: string;
  /** Folder for what each process writes. */
  readonly directory: string;
  readonly databaseUrl: string;
  /** File in which the workers note the points that they reach. */
  readonly hitsFile?: string | undefined;
  readonly workers: number;
}

/** Starts one process of the API and the workers. */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const { file, directory, databaseUrl, hitsFile } = options;
  const crashes: string[] = [];
  const readyMs: number[] = [];
  let isClosing = false;
  const onCrash = (name: string, end: string, log: string): void => {
    // A process that finds no database at its start says so and ends; it is started again.
    if (log.includes('The database cannot be used')) return;
    if (!isClosing) crashes.push(`${name} ended by itself (${end}): ${tail(log)}`);
  };
  const start = (role: 'api' | 'worker', name: string, variables: Variables = {}) =>
    startProcess(
      ['--config', file, '--data', join(directory, name), '--role', role, '--port', '0'],
      {
        DATABASE_URL: databaseUrl,
        ...(hitsFile === undefined ? {} : { PORTAGE_FAILPOINT_HITS: hitsFile }),
        ...variables,
      },
    );
  const api = start('api', 'api');
  void api.ended.then(({ code, signal }) => {
    onCrash('api', String(code ?? signal), api.log());
  });
  const workers = Array.from({ length: options.workers }, (_, index) => {
    const name = `worker-${String(index + 1)}`;
    return superviseWorker({
      start: (variables) => start('worker', name, variables),
      onReady: (ms) => readyMs.push(ms),
      onCrash: (end, log) => {
        onCrash(name, end, log);
      },
    });
  });
  const url = await api.url;
  while (!workers.every((worker) => worker.isReady()) && crashes.length === 0)
    await pause(100, AbortSignal.timeout(1_000));
  return {
    url,
    workers,
    crashes,
    readyMs,
    killWorkers: (random, signal, waitMs = defaultWaitMs) =>
      killWorkers(workers, { random, signal, waitMs }),
    log: () =>
      [api.log(), ...workers.map((worker) => worker.log())]
        .flatMap((log) => log.split('\n'))
        .filter((line) => line !== ''),
    close: async () => {
      isClosing = true;
      await Promise.all([api.stop('SIGTERM'), ...workers.map((worker) => worker.stop())]);
    },
  };
}

async function killWorkers(
  workers: readonly Worker[],
  {
    random,
    signal,
    waitMs,
  }: {
    readonly random: Random;
    readonly signal: AbortSignal;
    readonly waitMs: { readonly min: number; readonly max: number };
  },
): Promise<number> {
  let kills = 0;
  for (;;) {
    await pause(random.between(waitMs.min, waitMs.max), signal);
    if (signal.aborted) return kills;
    const doomed = workers[random.between(0, workers.length - 1)];
    // One that still starts has nothing to lose yet, and would never come to work.
    if (doomed?.isReady() !== true) continue;
    await doomed.restart();
    kills += 1;
  }
}

function tail(log: string): string {
  return log.trim().split('\n').slice(-2).join(' ').slice(-600);
}
