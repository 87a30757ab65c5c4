import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** One request as the server heard it. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** Writer of a scripted answer. */
export interface Answer {
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): void;
  text(status: number, body: string, headers?: Readonly<Record<string, string>>): void;
  /** Opens an event stream. */
  stream(): Stream;
  readonly raw: ServerResponse;
}

export interface Stream {
  send(body: unknown): void;
  write(text: string): void;
  end(): void;
  /** Cuts the connection in the middle. */
  cut(): void;
}

/** A real HTTP server on loopback that answers as its script says. */
export interface ScriptedService {
  readonly url: string;
  readonly heard: readonly Heard[];
  /** Connections that carry an unfinished answer. */
  unfinished(): number;
  /** Stops it. */
  close(): Promise<void>;
}

export type Script = (heard: Heard, answer: Answer) => void | Promise<void>;

/** A service that is closed when the test ends. */
export async function startService(script: Script): Promise<ScriptedService> {
  const service = await startSharedService(script);
  onTestFinished(() => service.close());
  return service;
}

/** A service for several tests. Its starter closes it. */
export async function startSharedService(script: Script): Promise<ScriptedService> {
  const heard: Heard[] = [];
  let unfinished = 0;
  const server = createServer((request, response) => {
    unfinished += 1;
    response.on('close', () => (unfinished -= 1));
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://service');
      const entry = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
      };
      heard.push(entry);
      void script(entry, answerOn(response));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, heard, unfinished: () => unfinished, close };
}

function answerOn(response: ServerResponse): Answer {
  const text = (
    status: number,
    body: string,
    headers: Readonly<Record<string, string>> = {},
  ): void => {
    response.writeHead(status, headers).end(body);
  };
  return {
    raw: response,
    text,
    json: (status, body, headers) =>
      text(status, JSON.stringify(body), { 'content-type': 'application/json', ...headers }),
    stream: () => {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.flushHeaders();
      return {
        send: (body) => void response.write(`data: ${JSON.stringify(body)}\n\n`),
        write: (chunk) => void response.write(chunk),
        end: () => void response.end(),
        cut: () => void response.destroy(),
      };
    },
  };
}
