import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Request that a receiver got. */
export interface Received {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A receiver of deliveries on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers; 204 at first. */
  answer: (response: ServerResponse, received: Received) => void;
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  return {
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(chunks).toString(),
  };
}

/** Starts a receiver. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const receiver = {
    answer: (response: ServerResponse): void => {
      response.writeHead(204).end();
    },
  } as Pick<Receiver, 'answer'>;
  const server = createServer((request, response) => {
    void read(request).then((message) => {
      received.push(message);
      receiver.answer(response, message);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${String(port)}/hooks`,
    received,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}
