import { eventually } from '@portage/testing';
import type { CrashableServer } from '@portage/database/testing';
import type { Random } from '../soak/random.js';
import { pause } from '../soak/startLiars.js';
import type { DatabaseProxy } from './startDatabaseProxy.js';

/** Milliseconds between two faults. */
const waitMs = { min: 2_000, max: 6_000 } as const;
/** Milliseconds for which bytes are held back. */
const stallMs = { min: 200, max: 1_500 } as const;

/** Options of the disturbance. */
export interface DisturbOptions {
  readonly server: CrashableServer;
  readonly proxy: DatabaseProxy;
  readonly random: Random;
  readonly signal: AbortSignal;
}

/**
 * Breaks connections, loses answers of commits, holds bytes back and crashes the server, one after
 * the other in the seed's order, until the signal aborts. Returns the number of crashes once the
 * server takes sessions.
 */
export async function disturbDatabase({
  server,
  proxy,
  random,
  signal,
}: DisturbOptions): Promise<number> {
  let crashes = 0;
  for (;;) {
    await pause(random.between(waitMs.min, waitMs.max), signal);
    if (signal.aborted) {
      await eventually(() => server.isOpen(), Boolean, { what: 'a server that takes sessions' });
      return crashes;
    }
    const fault = random.pick(['reset', 'commit', 'commit', 'stall', 'crash'] as const);
    if (fault === 'reset') proxy.reset();
    else if (fault === 'commit') proxy.loseCommits(random.between(1, 3));
    else if (fault === 'stall') proxy.stall(random.between(stallMs.min, stallMs.max));
    else {
      // A server that recovers from the crash before takes no sessions.
      const crashed = await server.crash().then(
        () => 1,
        () => 0,
      );
      crashes += crashed;
    }
  }
}
