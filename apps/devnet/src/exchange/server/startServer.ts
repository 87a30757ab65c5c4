import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen, readBody } from '../../node/http.js';
import { answerGet, answerSend, answerSendBatch, type ApiReply } from '../api/answerApi.js';
import { answerControl, type ControlContext } from '../rpc/answerControl.js';
import { startStream } from './startStream.js';

const bodyBytesMax = 65_536;
const attemptsMax = 20;
const apiPath = '/api/v1/';
/** Calls that the exchange answers outside the folder of its API. */
const rootCalls: readonly string[] = ['/info'];

/**
 * Serves the API under `/api/v1/`, its channels at `/stream` and the controls at `/`, on the wanted
 * loopback port or on a free one.
 *
 * @returns the port
 * @throws Error when no port is free
 */
export async function startServer(context: ControlContext, wantedPort: number): Promise<number> {
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    const http = createServer((request, response) => void serve(context, request, response));
    const port = await listen(http, attempt === 0 ? wantedPort : 0);
    if (port === undefined) continue;
    const stream = startStream(context.exchange, http);
    context.pace.onBlock(() => stream.tell());
    return port;
  }
  throw new Error('No free port was found.');
}

async function serve(
  context: ControlContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await answer(context, request);
  if (reply === undefined) {
    response.destroy();
    return;
  }
  response
    .writeHead(reply.status, {
      'content-type': 'application/json',
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
    })
    .end(reply.body);
}

async function answer(
  { exchange, pace }: ControlContext,
  request: IncomingMessage,
): Promise<ApiReply | undefined> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://exchange');
  const isApi = pathname.startsWith(apiPath);
  const name = pathname.slice(isApi ? apiPath.length : 1);
  if (request.method === 'OPTIONS') return { status: 204, body: '' };
  if (request.method === 'GET' && (isApi || rootCalls.includes(pathname)))
    return answerGet(exchange, name, searchParams);
  if (request.method !== 'POST') return { status: 405, body: '{}' };
  const text = await readBody(request, bodyBytesMax).catch(() => undefined);
  if (text === undefined) return { status: 413, body: '{}' };
  if (isApi && name === 'sendTx') return answerSend(exchange, text);
  if (isApi && name === 'sendTxBatch') return answerSendBatch(exchange, text);
  if (isApi) return { status: 404, body: '{}' };
  // A browser names the page that asks. Pages may use the exchange as any app does, but not its
  // controls.
  if (request.headers.origin !== undefined) return { status: 403, body: '{}' };
  return { status: 200, body: JSON.stringify(answerControl({ exchange, pace }, text)) };
}
