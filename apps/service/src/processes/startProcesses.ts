import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Service } from '../startService.js';
import { listeningSchema, placeVariable, type Listening, type Place } from './apiProcess.js';

/** Processes that serve one API on one machine, beside the one that follows chains and pays. */
export type Processes = Pick<Service, 'probesUrl' | 'drain' | 'close'> & { readonly url: string };

/** Options of the processes. */
export interface ProcessesOptions {
  /** Number of processes of the API. */
  readonly count: number;
  /** Worker of this process, which runs already. */
  readonly worker: Pick<Service, 'probesUrl' | 'drain' | 'close'>;
  /** Port of the API. */
  readonly port: number;
  /** Database of the worker, which all share. */
  readonly databaseUrl: string;
  readonly log: Logger;
}

/** Milliseconds before a process that ended is started again; doubled while it ends at once. */
const restartMs = { first: 1_000, most: 30_000 } as const;
/** A process that ran so long had no fault in its start. */
const soundMs = 60_000;
/** A process that does not stop holds no money: it may be killed. */
const stopMsMax = 30_000;

/**
 * Starts processes of the API that share one port, and starts again each that ends: no request of
 * another one fails by it. They end with this process, however it ends.
 *
 * @throws Error when one ends before it answers for the first time; the worker is closed then
 */
export async function startProcesses(options: ProcessesOptions): Promise<Processes> {
  const { count, worker, port } = options;
  const group = createGroup(options);
  try {
    const start = (place: number): Promise<Listening> =>
      group.start({ port, probesPort: portAfter(worker.probesUrl, place) });
    // The first one shows whether any can start.
    const { url } = await start(1);
    await Promise.all(Array.from({ length: count - 1 }, (_, index) => start(index + 2)));
    return {
      url,
      probesUrl: worker.probesUrl,
      drain: async () => {
        await Promise.all([worker.drain(), group.stop('SIGTERM')]);
      },
      close: async () => {
        await group.stop('SIGINT');
        await worker.close();
      },
    };
  } catch (error) {
    await group.stop('SIGINT');
    await worker.close();
    throw error;
  }
}

function portAfter(url: string, places: number): number {
  const port = Number(new URL(url).port) + places;
  return port > 65_535 ? 0 : port;
}

interface Group {
  /** Starts a process, resolves once it answers, and keeps it running from then on. */
  start(place: Place): Promise<Listening>;
  /** Asks all to stop, and waits until they have ended. */
  stop(signal: 'SIGTERM' | 'SIGINT'): Promise<void>;
}

function createGroup({ databaseUrl, log }: ProcessesOptions): Group {
  const stopping = new AbortController();
  const running = new Set<Worker>();
  const fork = (place: Place): Worker => {
    const child = cluster.fork({
      [placeVariable]: JSON.stringify(place),
      DATABASE_URL: databaseUrl,
    });
    running.add(child);
    child.once('exit', () => running.delete(child));
    return child;
  };
  const note =
    ({ process: { pid } }: Worker) =>
    ({ url, probesUrl }: Listening): void => {
      log.info({ part: 'processes', pid, url, probesUrl }, 'a process of the API answers');
    };
  const keep = async (place: Place, first: Worker): Promise<void> => {
    let child = first;
    let wait: number = restartMs.first;
    for (;;) {
      const started = performance.now();
      await once(child, 'exit');
      const { pid, exitCode: code, signalCode: signal } = child.process;
      wait = performance.now() - started > soundMs ? restartMs.first : wait;
      // The signal that ends a terminal's processes may reach this one last.
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (stopping.signal.aborted) return;
      log.error(
        { part: 'processes', pid, code, signal, waitMs: wait },
        'a process of the API ended; another one starts in its place',
      );
      wait = Math.min(2 * wait, restartMs.most);
      child = fork(place);
      untilListening(child).then(note(child), () => undefined);
    }
  };
  return {
    start: async (place) => {
      const child = fork(place);
      const listening = await untilListening(child);
      note(child)(listening);
      void keep(place, child);
      return listening;
    },
    stop: async (signal) => {
      stopping.abort();
      await Promise.all([...running].map((child) => stop(child, signal)));
    },
  };
}

async function untilListening(child: Worker): Promise<Listening> {
  const ended = new AbortController();
  try {
    const answer = once(child, 'message', { signal: ended.signal });
    const end = once(child, 'exit', { signal: ended.signal });
    // The one that comes second is taken back.
    answer.catch(() => undefined);
    const first = await Promise.race([
      answer.then((messages) => listeningSchema.parse(messages[0])),
      end.then(
        () => undefined,
        () => undefined,
      ),
    ]);
    if (first === undefined)
      throw new Error('A process of the API ended while it started; its log says why.');
    return first;
  } finally {
    ended.abort();
  }
}

async function stop(child: Worker, signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  if (child.isDead()) return;
  const ended = once(child, 'exit');
  child.process.kill(signal);
  const timer = setTimeout(() => child.process.kill('SIGKILL'), stopMsMax);
  await ended;
  clearTimeout(timer);
}
