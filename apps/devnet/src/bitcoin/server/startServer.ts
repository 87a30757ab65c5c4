import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { answerGet, answerPost } from '../esplora/answerEsplora.js';
import { listen, readBody } from '../../node/http.js';
import type { RpcContext } from '../rpc/defineMethod.js';
import { answerText } from '../rpc/dispatch.js';

/** A block of 4 MB in hex, and some words around it. */
const bodyBytesMax = 8_500_000;
const attemptsMax = 20;
const esploraPath = '/esplora';

/**
 * Serves the RPC at `/` and the REST interface under `/esplora`, on the wanted loopback port or on
 * a free one.
 *
 * @returns the port
 * @throws Error when no port is free
 */
export async function startServer(context: RpcContext, wantedPort: number): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const http = createServer((request, response) => void serve(context, request, response));
    const port = await listen(http, attempt === 0 ? wantedPort : 0);
    if (port !== undefined) return port;
  }
  throw new Error('No free port was found.');
}

interface Reply {
  readonly status: number;
  readonly type?: string;
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
}

async function serve(
  context: RpcContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { status, type = 'text/plain', body = '', headers } = await reply(context, request);
  // A rejected request may have more body under way than the server should read.
  const connection = status < 400 || status >= 500 ? {} : { connection: 'close' };
  response
    .writeHead(status, {
      'content-type': type,
      'access-control-allow-origin': '*',
      ...connection,
      ...headers,
    })
    .end(body);
}

async function reply(context: RpcContext, request: IncomingMessage): Promise<Reply> {
  const { method } = request;
  const path = (request.url ?? '/').split('?')[0] ?? '/';
  const rest = path.startsWith(`${esploraPath}/`) ? path.slice(esploraPath.length) : undefined;
  if (method === 'OPTIONS')
    return {
      status: 204,
      headers: {
        'access-control-allow-headers': '*',
        'access-control-allow-methods': 'POST, GET',
        'access-control-max-age': '86400',
      },
    };
  if (method === 'GET' && rest !== undefined) return answerGet(context, rest);
  if (method !== 'POST') return { status: 405, headers: { allow: 'POST' } };
  const text = await readBody(request, bodyBytesMax).catch(() => undefined);
  if (text === undefined) return { status: 413 };
  if (rest !== undefined)
    return rest === '/tx' ? answerPost(context, text) : { status: 404, body: 'not found' };
  // A browser names the page that asks. Pages may use the chain as any app does, but not its
  // controls.
  const { status, body } = answerText(context, text, {
    controls: request.headers.origin === undefined,
  });
  return { status, type: 'application/json', body: JSON.stringify(body) };
}
