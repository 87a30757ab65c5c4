import type { ServiceProcess } from '../../../service/test/startProcess.js';

/** Variables of the environment of a process. */
export type Variables = Readonly<Record<string, string>>;

/** Worker that is started again whenever it ends. */
export interface Worker {
  /** Whether it has begun its work since its last start. */
  isReady(): boolean;
  /** Kills it at once and starts it again. */
  restart(): Promise<void>;
  /**
   * Kills it, and starts it with variables that make it kill itself. Resolves with true once it
   * has, and with false if the signal aborts before; then it is started again, in the first case
   * with the variables `then`.
   */
  dieBy(
    variables: Variables,
    options: { readonly signal: AbortSignal; readonly then?: Variables | undefined },
  ): Promise<boolean>;
  /** Log of all its processes. */
  log(): string;
  stop(): Promise<void>;
}

/** Options of a supervisor. */
export interface SupervisorOptions {
  readonly start: (variables: Variables) => ServiceProcess;
  /** Called with the milliseconds from each start until the process was ready. */
  readonly onReady: (ms: number) => void;
  /** Called with the log of a process that ended unasked. */
  readonly onCrash: (end: string, log: string) => void;
}

/** Starts a worker, and starts it again whenever it ends, however it ends. */
export function superviseWorker({ start, onReady, onCrash }: SupervisorOptions): Worker {
  const processes: ServiceProcess[] = [];
  const expected = new Set<ServiceProcess>();
  const killed = new Set<ServiceProcess>();
  const ready = new Set<ServiceProcess>();
  let isStopping = false;

  function begin(variables: Variables = {}): ServiceProcess {
    const service = start(variables);
    const started = performance.now();
    processes.push(service);
    service.probesUrl.then(
      () => {
        ready.add(service);
        onReady(Math.round(performance.now() - started));
      },
      () => undefined,
    );
    void service.ended.then(({ code, signal }) => {
      if (isStopping || expected.has(service)) return;
      onCrash(String(code ?? signal), service.log());
      current = begin();
    });
    return service;
  }

  async function end(service: ServiceProcess): Promise<void> {
    expected.add(service);
    killed.add(service);
    await service.stop('SIGKILL');
  }

  /** Kills it and starts the next one, unless another call does so meanwhile. */
  async function replace(variables?: Variables): Promise<ServiceProcess | undefined> {
    const old = current;
    await end(old);
    if (current !== old) return undefined;
    current = begin(variables);
    return current;
  }

  let current = begin();
  return {
    isReady: () => ready.has(current),
    restart: async () => {
      await replace();
    },
    dieBy: async (variables, { signal, then }) => {
      const armed = await replace(variables);
      if (armed === undefined) return false;
      expected.add(armed);
      const death = await Promise.race([armed.ended, untilAborted(signal)]);
      const isDead = death?.signal === 'SIGKILL' && !killed.has(armed);
      // Another call has killed it, and started the next one.
      if (current !== armed) return false;
      if (isDead) current = begin(then);
      else await replace();
      return isDead;
    },
    log: () => processes.map((service) => service.log()).join(''),
    stop: async () => {
      isStopping = true;
      await Promise.all(processes.map((service) => service.stop('SIGTERM')));
    },
  };
}

function untilAborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}
