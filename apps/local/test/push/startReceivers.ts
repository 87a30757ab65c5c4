import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createRandom, type Random } from '../soak/random.js';
import type { Arrival } from './judge/arrival.js';
import type { TrialClock } from './createTrialClock.js';
import { answersOf, awayMs, elsewhere, receiverKinds, type ReceiverKind } from './receiverKinds.js';

/** Receivers of each kind on this machine, and what came to them. */
export interface Receivers {
  /** URL of a receiver of a kind, for one webhook; its path tells the arrivals apart. */
  urlOf(kind: ReceiverKind, name: string): string;
  /** Arrivals at the receivers, in their order; the list grows meanwhile. */
  readonly arrivals: readonly Arrival[];
  /** Calls at the place that others redirect to. */
  followed(): number;
  close(): Promise<void>;
}

function headersOf(request: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  );
}

/** Starts a receiver of each kind; the one that is away comes back by the clock of the trial. */
export async function startReceivers(
  random: Random,
  { now, arrivalOf }: Pick<TrialClock, 'now' | 'arrivalOf'>,
): Promise<Receivers> {
  const arrivals: Arrival[] = [];
  const backAt = now() + awayMs;
  let followed = 0;
  const started = receiverKinds.map(async (kind) => {
    const own = createRandom(random.between(1, 2 ** 31));
    const answer = answersOf(kind, { random: own, isBack: () => now() >= backAt });
    const server = createServer((request, response) => {
      if (request.url === elsewhere) followed += 1;
      const arrivedAt = arrivalOf(1_000 * Number(request.headers['webhook-timestamp']));
      const realAt = Date.now();
      text(request).then(
        (body) => {
          const isTaken = answer(response);
          const webhook = (request.url ?? '').slice(1);
          arrivals.push({ webhook, headers: headersOf(request), body, arrivedAt, realAt, isTaken });
        },
        // A sender that was killed has sent half of it.
        () => undefined,
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    // A server that listens on a port has an address of this shape.
    const { port } = server.address() as AddressInfo;
    return { kind, server, port };
  });
  const servers = await Promise.all(started);
  const ports = new Map(servers.map(({ kind, port }) => [kind, port]));
  return {
    urlOf: (kind, name) => `http://127.0.0.1:${String(ports.get(kind))}/${name}`,
    arrivals,
    followed: () => followed,
    close: async () => {
      await Promise.all(
        servers.map(({ server }) => {
          server.closeAllConnections();
          return new Promise((resolve) => server.close(resolve));
        }),
      );
    },
  };
}
