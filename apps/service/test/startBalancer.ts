import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Balancer that sends each call to the next process that says it is ready. It tries none twice. */
export interface Balancer {
  readonly url: string;
  /** Processes behind it from now on. */
  set(urls: readonly string[]): void;
  /** Processes that were ready when they were asked last. */
  ready(): number;
  close(): void;
}

/** Starts a balancer that asks each process every `probeMs` milliseconds. */
export async function startBalancer(probeMs: number): Promise<Balancer> {
  let urls: readonly string[] = [];
  let ready: readonly string[] = [];
  let turn = 0;
  const agent = new Agent({ keepAlive: true });
  const isReady = (url: string): Promise<boolean> =>
    fetch(`${url}/ready`).then(
      ({ status }) => status === 200,
      () => false,
    );
  const timer = setInterval(() => {
    const asked = urls;
    void Promise.all(asked.map(isReady)).then((states) => {
      ready = asked.filter((url, index) => states[index] === true && urls.includes(url));
    });
  }, probeMs);
  const server = createServer((incoming, answer) => {
    const url = ready[(turn += 1) % Math.max(1, ready.length)];
    if (url === undefined) answer.writeHead(502).end('{"nobody":true}');
    else forward(url, incoming, answer);
  });
  function forward(url: string, incoming: IncomingMessage, answer: ServerResponse): void {
    const { method, headers } = incoming;
    const outgoing = request(url + (incoming.url ?? '/'), { method, headers, agent }, (got) => {
      answer.writeHead(got.statusCode ?? 502, { 'content-type': got.headers['content-type'] });
      got.pipe(answer);
    });
    outgoing.on('error', ({ message }) => {
      if (!answer.headersSent) answer.writeHead(502);
      answer.end(JSON.stringify({ cut: message }));
    });
    incoming.pipe(outgoing);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server that listens on a port has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    set: (next) => {
      urls = next;
    },
    ready: () => ready.length,
    close: () => {
      clearInterval(timer);
      agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
