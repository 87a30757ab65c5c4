import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { assert } from '@portage/core';

/** A PostgreSQL whose connections can fail on demand. */
export interface DatabaseProxy {
  /** URL of the database behind the proxy. */
  readonly url: string;
  /** Breaks every connection. */
  reset(): void;
  /** Lets the next commits reach the server, and breaks their connections before it answers. */
  loseCommits(count: number): void;
  /** Holds all bytes back for some milliseconds. */
  stall(ms: number): void;
  /** How often each fault struck, by its name. */
  readonly struck: ReadonlyMap<DatabaseFault, number>;
  close(): Promise<void>;
}

/** Faults of connections to a database. */
export type DatabaseFault = 'connection reset' | 'commit without an answer' | 'stalled';

/** Message of a client that commits a transaction. */
const commit = Buffer.from('commit\0');

interface Pair {
  readonly client: Socket;
  readonly server: Socket;
}

/** Starts a proxy of TCP connections in front of a database. */
export async function startDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const target = new URL(databaseUrl);
  const pairs = new Set<Pair>();
  const struck = new Map<DatabaseFault, number>();
  let commitsToLose = 0;
  const strike = (fault: DatabaseFault): void => {
    struck.set(fault, (struck.get(fault) ?? 0) + 1);
  };
  const breakPair = ({ client, server }: Pair): void => {
    client.destroy();
    server.destroy();
  };
  const open = (client: Socket): void => {
    const server = connect(Number(target.port), target.hostname);
    const pair = { client, server };
    let isDoomed = false;
    pairs.add(pair);
    client.on('data', (bytes) => {
      if (commitsToLose > 0 && bytes.includes(commit)) {
        commitsToLose -= 1;
        isDoomed = true;
        strike('commit without an answer');
      }
      server.write(bytes);
    });
    server.on('data', (bytes) => {
      // The server has carried the commit out when it answers.
      if (isDoomed) breakPair(pair);
      else client.write(bytes);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      one.on('error', () => other.destroy());
      one.on('close', () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
  };
  const listener = createServer(open).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  const url = new URL(databaseUrl);
  url.port = String(address.port);
  return {
    url: url.href,
    struck,
    reset: () => {
      if (pairs.size > 0) strike('connection reset');
      for (const pair of pairs) breakPair(pair);
    },
    loseCommits: (count) => {
      commitsToLose = count;
    },
    stall: (ms) => {
      if (pairs.size > 0) strike('stalled');
      const stalled = [...pairs].flatMap(({ client, server }) => [client, server]);
      for (const socket of stalled) socket.pause();
      setTimeout(() => {
        for (const socket of stalled) socket.resume();
      }, ms);
    },
    close: async () => {
      for (const pair of pairs) breakPair(pair);
      listener.close();
      await once(listener, 'close');
    },
  };
}
