import { createRandom } from '../soak/random.js';
import { untilDelivered, untilEnded } from './drain.js';
import type { Arrival } from './judge/arrival.js';
import type { Subscription } from './judge/subscription.js';
import { startKilledWorkers, type Kills } from './killWorkers.js';
import { makeRequests } from './makeRequests.js';
import { openApps } from './openApps.js';
import { openPushWorld, type PushWorld } from './openPushWorld.js';
import { readLedger } from './readLedger.js';
import { awayMs } from './receiverKinds.js';
import { startReceivers, type Receivers } from './startReceivers.js';

const workers = 2;

/** Options of the trial. */
export interface PushOptions {
  readonly requests: number;
  /** Deaths of workers while requests are made and told of. */
  readonly kills: number;
  /** Payers that pay at once. */
  readonly payers: number;
  readonly seed: number;
  readonly note: (text: string) => void;
}

/** Report of the trial: the ledger's record, and the arrivals. */
export interface PushReport {
  readonly requests: number;
  readonly kills: Kills;
  readonly subscriptions: readonly Subscription[];
  readonly arrivals: readonly Arrival[];
  /** Calls at the place that receivers redirect to. */
  readonly followed: number;
  /** Unasked ends of processes, and what was waited for in vain, as sentences. */
  readonly troubles: readonly string[];
  readonly log: string;
  /** Seconds that the clock of the workers was moved ahead. */
  readonly movedSeconds: number;
  readonly seconds: number;
}

/**
 * Makes requests of several apps on a real service while its workers are killed, and receivers of
 * every kind take what they are sent or do not. Then moves the clock of the workers until all is
 * delivered, and reads what had to be.
 */
export async function runPush(options: PushOptions): Promise<PushReport> {
  const closers: (() => Promise<unknown>)[] = [];
  const started = performance.now();
  try {
    const world = await openPushWorld(options, closers);
    const random = createRandom(options.seed);
    const receivers = await startReceivers(random, world.clock);
    closers.unshift(() => receivers.close());
    const report = await tell({ ...world, receivers }, options, closers);
    return { ...report, seconds: (performance.now() - started) / 1_000 };
  } finally {
    for (const close of closers) await close();
  }
}

async function tell(
  world: PushWorld & { readonly receivers: Receivers },
  options: PushOptions,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<PushReport, 'seconds'>> {
  const { devnet, database, databaseUrl, clock, receivers } = world;
  const { requests, note } = options;
  const apiUrl = await world.api.url;
  const apps = await openApps(databaseUrl, apiUrl, receivers);
  const killed = startKilledWorkers({
    start: world.startWorker,
    workers,
    kills: options.kills,
    random: createRandom(options.seed + 1),
  });
  closers.unshift(() => killed.close());
  await killed.ready;
  await makeRequests({ ...options, devnet, apiUrl, apps });
  note('all requests are paid');
  // Workers that are killed all the time may get nowhere for minutes.
  await killed.done;
  note('all kills are over');
  const haveEnded = await untilEnded(database, requests);
  note('requests have ended; an hour passes');
  await clock.moveTo(clock.now() + awayMs);
  const isDelivered = await untilDelivered(database, clock);
  return {
    requests,
    kills: killed.kills,
    subscriptions: await readLedger(database, apps),
    arrivals: receivers.arrivals,
    followed: receivers.followed(),
    troubles: [
      ...killed.crashes,
      ...(haveEnded ? [] : ['not every request came to its end']),
      ...(isDelivered ? [] : ['not every delivery came to its end']),
    ],
    log: killed.log() + world.api.log(),
    movedSeconds: Math.round(clock.aheadMs() / 1_000),
  };
}
