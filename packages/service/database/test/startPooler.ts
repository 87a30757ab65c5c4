import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy in front of a PostgreSQL that shares servers between its clients. */
export interface Pooler {
  /** URL of the database through the proxy. */
  readonly url: string;
  close(): Promise<void>;
}

/** A connection to the server that a client has authenticated. */
interface Backend {
  readonly socket: Socket;
  /** Client whose transaction runs on it. */
  client: Socket | undefined;
}

/**
 * Starts a proxy that pools by transaction: a client has a server from its first message until the
 * server is idle again, and the server used last is given away first.
 *
 * @param serversMax - servers that are kept; further ones are closed once they are authenticated
 */
export async function startPooler(target: string, serversMax = 8): Promise<Pooler> {
  const { hostname, port } = new URL(target);
  const idle: Backend[] = [];
  const waiting: { readonly client: Socket; readonly messages: Buffer[] }[] = [];
  const sockets = new Set<Socket>();
  let servers = 0;

  function give(backend: Backend): void {
    const next = waiting.shift();
    backend.client = next?.client;
    if (next === undefined) idle.push(backend);
    else for (const message of next.messages) backend.socket.write(message);
  }

  function forward(client: Socket, owned: () => Backend | undefined, data: Buffer): void {
    // A client that leaves says so by X; its server stays.
    if (data[0] === 0x58) return;
    const mine = owned();
    if (mine !== undefined) {
      mine.socket.write(data);
      return;
    }
    const queued = waiting.find((each) => each.client === client);
    if (queued !== undefined) queued.messages.push(data);
    else {
      waiting.push({ client, messages: [data] });
      const backend = idle.pop();
      if (backend !== undefined) give(backend);
    }
  }

  const server = createServer((client) => {
    sockets.add(client);
    const backend: Backend = { socket: connect(Number(port), hostname), client };
    const all = new Set([backend]);
    sockets.add(backend.socket);
    let isReady = false;
    followStatus(backend, (status) => {
      if (status !== 'I') return;
      if (!isReady) {
        isReady = true;
        servers += 1;
        if (servers > serversMax) {
          servers -= 1;
          backend.client = undefined;
          setImmediate(() => backend.socket.destroy());
          return;
        }
      }
      // The client reads the answer before its server serves another one.
      setImmediate(() => give(backend));
    });
    backends.add(backend);
    const owned = (): Backend | undefined =>
      isReady ? [...backends].find((each) => each.client === client) : [...all][0];
    client.on('data', (data) => forward(client, owned, data));
    client.on('error', () => undefined);
    backend.socket.on('error', () => undefined);
  });
  const backends = new Set<Backend>();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  // A TCP server has a port.
  url.port = String((server.address() as AddressInfo).port);
  url.hostname = '127.0.0.1';
  return {
    url: url.href,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Passes messages of a server to its client, and tells the status of each ReadyForQuery. */
function followStatus(backend: Backend, onReady: (status: string) => void): void {
  let rest = Buffer.alloc(0);
  backend.socket.on('data', (data) => {
    backend.client?.write(data);
    rest = Buffer.concat([rest, data]);
    while (rest.length >= 5) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] === 0x5a) onReady(String.fromCharCode(rest[5] ?? 0));
      rest = rest.subarray(length);
    }
  });
}
