import type { ServiceProcess } from '../../../service/test/startProcess.js';
import type { Random } from '../soak/random.js';
import { pause } from '../soak/startLiars.js';

/** Milliseconds until a ready worker is killed, and until one that waits for its point is. */
const lifeMs = { min: 500, max: 9_000 } as const;
const armedMsMax = 25_000;
/** Deliveries after which an armed worker dies, at most. */
const hitsMax = 150;
/** Points of a worker around its sending: between the commit and the call, and behind that. */
const points = ['webhook-due', 'webhook-sent'] as const;

/** Deaths of workers. */
export interface Kills {
  /** At any moment. */
  random: number;
  /** Between the commit of an event and the sending of it. */
  beforeSending: number;
  /** Between the sending and the commit of what came of it. */
  afterSending: number;
}

/** Workers that are killed and started again. */
export interface KilledWorkers {
  readonly kills: Kills;
  /** Resolves once a worker was ready in each place. */
  readonly ready: Promise<void>;
  /** Resolves once all kills were made. */
  readonly done: Promise<void>;
  /** Unasked ends of processes, as sentences. */
  readonly crashes: readonly string[];
  log(): string;
  close(): Promise<void>;
}

/** Options of the workers. */
export interface KilledWorkersOptions {
  readonly start: (variables: Readonly<Record<string, string>>) => ServiceProcess;
  readonly workers: number;
  readonly kills: number;
  readonly random: Random;
}

/** Sum of deaths. */
export function countKills({ random, beforeSending, afterSending }: Kills): number {
  return random + beforeSending + afterSending;
}

/**
 * Starts workers and kills them with SIGKILL until enough of them died: at any moment, or by their
 * own hand at a named point beside a delivery. Each is started again at once.
 */
export function startKilledWorkers(options: KilledWorkersOptions): KilledWorkers {
  const { start, random } = options;
  const kills: Kills = { random: 0, beforeSending: 0, afterSending: 0 };
  const crashes: string[] = [];
  const processes: ServiceProcess[] = [];
  const closing = new AbortController();
  const isClosing = (): boolean => closing.signal.aborted;
  const firsts: Promise<unknown>[] = [];
  const wantsMore = (): boolean => !isClosing() && countKills(kills) < options.kills;

  const live = async (): Promise<void> => {
    const point = wantsMore() && random.next() < 0.6 ? random.pick(points) : undefined;
    const armed = point === undefined ? '' : `${point}:${String(random.between(1, hitsMax))}`;
    const service = start({ PORTAGE_FAILPOINT: armed });
    processes.push(service);
    if (firsts.length < options.workers) firsts.push(service.probesUrl);
    const isReady = await service.probesUrl.then(
      () => true,
      () => false,
    );
    const life = point === undefined ? random.between(lifeMs.min, lifeMs.max) : armedMsMax;
    const death = await Promise.race([
      service.ended,
      ...(isReady && wantsMore() ? [pause(life, closing.signal)] : []),
    ]);
    if (death === undefined && wantsMore()) {
      await service.stop('SIGKILL');
      kills.random += 1;
      return;
    }
    const { code, signal } = death ?? (await service.ended);
    if (isClosing()) return;
    if (signal === 'SIGKILL' && point !== undefined)
      kills[point === 'webhook-due' ? 'beforeSending' : 'afterSending'] += 1;
    else crashes.push(`a worker ended (${String(code ?? signal)}): ${service.log().slice(-600)}`);
  };
  const slots = Array.from({ length: options.workers }, async () => {
    while (!isClosing()) await live();
  });
  return {
    kills,
    crashes,
    ready: Promise.all(firsts).then(() => undefined),
    done: untilKilled(() => !wantsMore()),
    log: () => processes.map((service) => service.log()).join(''),
    close: async () => {
      closing.abort();
      await Promise.all(processes.map((service) => service.stop('SIGTERM')));
      await Promise.all(slots);
    },
  };
}

const never = new AbortController().signal;

async function untilKilled(isDone: () => boolean): Promise<void> {
  while (!isDone()) await pause(100, never);
}
