import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { WebSocketServer, type WebSocket } from 'ws';
import { listen, readBody } from '../../node/http.js';
import type { RpcContext } from '../rpc/defineMethod.js';
import { answerText, attempt, requestSchema } from '../rpc/dispatch.js';
import { createSubscriptions } from './createSubscriptions.js';

/** Ports of a running server. */
export interface RpcServer {
  readonly port: number;
  /** Port of the notifications, one above, where web3.js expects it. */
  readonly wsPort: number;
}

const bodyBytesMax = 1_000_000;
const connectionsMax = 1_000;
/** Bytes that may wait for a slow subscriber, at most; then it is disconnected. */
const backlogBytesMax = 16_000_000;
const attemptsMax = 20;
/** Path of the venue, as Jupiter's own API has it. */
const venuePath = '/swap/v1';

/**
 * Serves the RPC on the wanted loopback port and its notifications on the next one, or on a free
 * pair of ports.
 *
 * @throws Error when no two ports in a row are free
 */
export async function startServer(context: RpcContext, wantedPort: number): Promise<RpcServer> {
  for (let attemptNumber = 0; attemptNumber < attemptsMax; attemptNumber += 1) {
    const http = createServer((request, response) => void serve(context, request, response));
    const port = await listen(http, attemptNumber === 0 ? wantedPort : 0);
    if (port === undefined) continue;
    const sockets = createServer();
    if ((await listen(sockets, port + 1)) !== undefined) {
      const id = createIds();
      for (const server of [http, sockets]) acceptSockets(context, server, id);
      return { port, wsPort: port + 1 };
    }
    http.close();
  }
  throw new Error('No two free ports in a row were found.');
}

interface Reply {
  readonly status: number;
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function serve(
  context: RpcContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, text = '', headers } = await reply(context, request);
  // A rejected request may have more body under way than the server should read.
  const connection = status < 400 ? {} : { connection: 'close' };
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      ...connection,
      ...headers,
    })
    .end(text);
}

async function reply(context: RpcContext, request: IncomingMessage): Promise<Reply> {
  if (request.method === 'OPTIONS')
    return {
      status: 204,
      headers: {
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'POST, GET',
        'access-control-max-age': '86400',
      },
    };
  if (request.method === 'GET' && request.url === '/health')
    return { status: 200, text: 'ok', headers: { 'content-type': 'text/plain' } };
  const path = request.url ?? '';
  if (path.startsWith(venuePath))
    return replyAsVenue(context, request, path.slice(venuePath.length));
  if (request.method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  if (request.headers['content-type']?.split(';')[0]?.trim() !== 'application/json')
    return { status: 415 };
  const text = await readBody(request, bodyBytesMax).catch(() => undefined);
  if (text === undefined) return { status: 413 };
  // A browser names the page that asks. Pages may use the chain as any app does, but not its
  // controls.
  const answer = answerText(context, text, { controls: request.headers.origin === undefined });
  return answer === undefined ? { status: 204 } : { status: 200, text: JSON.stringify(answer) };
}

/** Answers of the venue, whose address is that of the chain with a path. */
async function replyAsVenue(
  { venue }: RpcContext,
  request: IncomingMessage,
  path: string,
): Promise<Reply> {
  const body = request.method === 'POST' ? await readBody(request, bodyBytesMax) : '';
  const { status, answer } = venue(`${request.method ?? ''} ${path}`, body ?? '');
  return { status, text: JSON.stringify(answer) };
}

function createIds(): () => number {
  let last = 0;
  return () => (last += 1);
}

function acceptSockets(context: RpcContext, server: Server, nextId: () => number): void {
  const sockets = new WebSocketServer({ server, maxPayload: bodyBytesMax });
  sockets.on('connection', (socket) => {
    if (sockets.clients.size > connectionsMax) socket.close(1013);
    else attach(context, socket, nextId);
  });
}

function attach(context: RpcContext, socket: WebSocket, nextId: () => number): void {
  const send = (message: unknown): void => {
    if (socket.bufferedAmount > backlogBytesMax) socket.terminate();
    else if (socket.readyState === socket.OPEN) socket.send(JSON.stringify(message));
  };
  const subscriptions = createSubscriptions(
    context,
    (method, subscription, result) =>
      send({ jsonrpc: '2.0', method, params: { result, subscription } }),
    nextId,
  );
  socket.on('message', (data: Buffer) => {
    const text = data.toString('utf8');
    const request = requestSchema.safeParse(parseJson(text));
    const { id, method, params } = request.data ?? {};
    const handled =
      method !== undefined && /subscribe$/i.test(method)
        ? attempt(id ?? null, () => subscriptions.call(method, params))
        : undefined;
    const answer =
      handled !== undefined && (handled.error !== undefined || handled.result !== undefined)
        ? handled
        : answerText(context, text, { controls: false });
    if (answer !== undefined) send(answer);
  });
  socket.on('close', () => subscriptions.close());
  // A broken connection is closed too; nothing else can be done about it.
  socket.on('error', () => socket.terminate());
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
