import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { assert } from '@portage/core';
import { createFaultPlan } from './createFaultPlan.js';
import type { AnswerFault, Fault, InjectedFault, TransportFault } from './fault.js';
import { distortAnswer, distortCall, type AskTarget } from './lie.js';
import { isObject, readCalls, type RpcAnswer, type RpcCall } from './rpcMessage.js';
import { tunnelSocket, type Tunnel } from './tunnelSocket.js';

/** Options of a fault proxy. */
export interface FaultProxyOptions {
  /**
   * Address of the real node, as in `http://127.0.0.1:8545`. Websockets are passed on to the same
   * port.
   */
  readonly target: string;
  /** Faults at the start, none by default. */
  readonly faults?: readonly Fault[];
  /** Seed of the decisions about faults with a probability, 1 by default. */
  readonly seed?: number;
}

/** A JSON-RPC endpoint with faults on demand. */
export interface FaultProxy {
  readonly url: string;
  readonly wsUrl: string;
  /** Replaces all faults. An empty list ends them. */
  readonly set: (faults: readonly Fault[]) => void;
  /** Every fault that struck so far, in order. */
  readonly injected: readonly InjectedFault[];
  readonly close: () => Promise<void>;
}

/**
 * Starts a proxy in front of the JSON-RPC endpoint of a node. Each call can be slow, unanswered,
 * wrong or a lie.
 *
 * @example
 * ```ts
 * const proxy = await startFaultProxy({ target: 'http://127.0.0.1:8545' });
 * proxy.set([{ type: 'acceptThenTimeout', methods: ['eth_sendRawTransaction'], times: 1 }]);
 * ```
 */
export async function startFaultProxy({
  target,
  faults = [],
  seed = 1,
}: FaultProxyOptions): Promise<FaultProxy> {
  const plan = createFaultPlan(faults, seed);
  const tunnels = new Set<Tunnel>();
  const server = createServer((request, response) => {
    exchange({ target, plan, request, response }).catch(() => {
      // The client left, or the node did: either way the connection is what tells.
      response.destroy();
    });
  });
  server.on('upgrade', (request, socket, head) => {
    const tunnel = tunnelSocket(new URL(target), request, socket, head);
    tunnels.add(tunnel);
    socket.once('close', () => tunnels.delete(tunnel));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  assert(typeof address === 'object' && address !== null, 'a TCP server has a port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    wsUrl: `ws://127.0.0.1:${address.port}`,
    set: (next) => {
      plan.set(next);
      if (next.some(({ type }) => type === 'silentSocket')) {
        plan.strike([]);
        for (const tunnel of tunnels) tunnel.silence();
      }
    },
    injected: plan.injected,
    close: () =>
      new Promise((resolve) => {
        for (const tunnel of tunnels) tunnel.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface Exchange {
  readonly target: string;
  readonly plan: ReturnType<typeof createFaultPlan>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function exchange({ target, plan, request, response }: Exchange): Promise<void> {
  const body: unknown = JSON.parse(await readText(request));
  const struck = plan.strike(readCalls(body).map(({ method }) => method));
  const find = <Type extends TransportFault['type']>(type: Type) =>
    struck.find((fault): fault is Extract<Fault, { type: Type }> => fault.type === type);
  const latency = find('latency');
  if (latency !== undefined) await sleep(latency.ms + plan.random() * (latency.jitterMs ?? 0));
  if (find('timeout') !== undefined) return;
  if (find('reset') !== undefined) return void response.destroy();
  const redirect = find('redirect');
  if (redirect !== undefined) return void response.writeHead(302, { location: redirect.url }).end();
  const limit = find('http429');
  if (limit !== undefined) {
    const headers =
      limit.retryAfterSeconds === undefined
        ? {}
        : { 'retry-after': String(limit.retryAfterSeconds) };
    return void response
      .writeHead(429, { 'content-type': 'text/plain', ...headers })
      .end('Too Many Requests');
  }
  const page = find('htmlBody');
  if (page !== undefined)
    return void response
      .writeHead(page.status ?? 502, { 'content-type': 'text/html' })
      .end('<html><body><h1>502 Bad Gateway</h1></body></html>');
  const lies = struck.filter(isAnswerFault);
  const answers = await Promise.all(readCalls(body).map((call) => answerCall(target, call, lies)));
  if (find('acceptThenTimeout') !== undefined) return;
  if (find('reorderBatch') !== undefined) answers.reverse();
  const text = JSON.stringify(Array.isArray(body) ? answers : answers[0]);
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(find('truncate') === undefined ? text : text.slice(0, text.length / 2));
}

function isAnswerFault(fault: Fault): fault is Extract<Fault, AnswerFault> {
  return [
    'stale',
    'dropLog',
    'inventLog',
    'nullReceipt',
    'swapReceiptStatus',
    'wrongChainId',
    'falsify',
    'rpcError',
    'feign',
  ].includes(fault.type);
}

/** Makes one call with its lies. In a batch a lie changes only the methods that it names. */
async function answerCall(
  target: string,
  call: RpcCall,
  faults: readonly Extract<Fault, AnswerFault>[],
): Promise<RpcAnswer> {
  const ask: AskTarget = async (method, params) =>
    (await forward(target, { id: 1, method, params }))['result'];
  const lies = faults.filter(
    ({ methods }) => methods === undefined || methods.includes(call.method),
  );
  const idle = lies.find(({ type }) => type === 'rpcError' || type === 'feign');
  if (idle !== undefined) return distortAnswer(idle, call, { id: call.id }, ask);
  let distorted = call;
  for (const lie of lies) distorted = await distortCall(lie, distorted, ask);
  let answer = await forward(target, distorted);
  for (const lie of lies) answer = await distortAnswer(lie, call, answer, ask);
  return answer;
}

async function forward(target: string, call: RpcCall): Promise<RpcAnswer> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', ...call }),
    redirect: 'error',
  });
  const answer: unknown = await response.json();
  assert(isObject(answer), 'a node answers a call with an object');
  return answer;
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  // A request without an encoding yields buffers.
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
