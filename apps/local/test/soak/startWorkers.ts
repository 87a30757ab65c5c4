import { join } from 'node:path';
import { startProcess, type ServiceProcess } from '../../../service/test/startProcess.js';
import type { Random } from './random.js';
import { pause } from './startLiars.js';

/** Milliseconds between two kills; a worker that has not started by then is spared. */
const waitMs = { min: 3_000, max: 8_000 } as const;

/** Processes that share a database, with a supervisor that starts each one again. */
export interface Processes {
  /** URL of the API. */
  readonly url: string;
  /** Kills a worker again and again until the signal aborts; each is started again at once. */
  killWorkers(random: Random, signal: AbortSignal): Promise<number>;
  /** Ends of processes that nobody asked for, as sentences. */
  readonly crashes: readonly string[];
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
  readonly workers: number;
}

/** Starts one process of the API and the workers. */
export async function startProcesses({
  file,
  directory,
  databaseUrl,
  workers,
}: ProcessesOptions): Promise<Processes> {
  const started: ServiceProcess[] = [];
  const wanted = new Set<ServiceProcess>();
  const ready = new Set<ServiceProcess>();
  const crashes: string[] = [];
  let isClosing = false;
  function start(role: 'api' | 'worker', name: string): ServiceProcess {
    const data = join(directory, name);
    const service = startProcess(
      ['--config', file, '--data', data, '--role', role, '--port', '0'],
      { DATABASE_URL: databaseUrl },
    );
    started.push(service);
    wanted.add(service);
    service.probesUrl.then(
      () => ready.add(service),
      () => undefined,
    );
    void service.ended.then(({ code, signal }) => {
      if (!wanted.delete(service) || isClosing) return;
      crashes.push(`${name} ended by itself (${String(code ?? signal)}): ${tail(service.log())}`);
      const index = running.indexOf(service);
      if (index >= 0) running[index] = start(role, name);
    });
    return service;
  }
  const api = start('api', 'api');
  const running = Array.from({ length: workers }, (_, index) =>
    start('worker', `worker-${String(index + 1)}`),
  );
  const url = await api.url;
  await Promise.all(running.map((worker) => worker.probesUrl));
  return {
    url,
    crashes,
    killWorkers: async (random, signal) => {
      let kills = 0;
      for (;;) {
        await pause(random.between(waitMs.min, waitMs.max), signal);
        if (signal.aborted) return kills;
        const index = random.between(0, running.length - 1);
        const doomed = running[index];
        // One that still starts has nothing to lose yet, and would never come to work.
        if (doomed === undefined || !ready.has(doomed)) continue;
        wanted.delete(doomed);
        await doomed.stop('SIGKILL');
        kills += 1;
        running[index] = start('worker', `worker-${String(index + 1)}`);
      }
    },
    log: () =>
      started.flatMap((service) =>
        service
          .log()
          .split('\n')
          .filter((line) => line !== ''),
      ),
    close: async () => {
      isClosing = true;
      await Promise.all(started.map((service) => service.stop('SIGTERM')));
    },
  };
}

function tail(log: string): string {
  return log.trim().split('\n').slice(-2).join(' ').slice(-600);
}
