import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AskNode, HostReply, NodeAnswer, NodeCall, NodeRules } from './nodeRules.js';

/** A node of a real chain that keeps rules of a public network or of a provider. */
export interface NetworkNode {
  readonly url: string;
  /** Asks the real node behind it, past the rules. */
  readonly ask: AskNode;
  /** Begins to keep the rules, where it does not from the start. */
  keepRules(): void;
  /** Calls that came so far, by method. */
  readonly calls: ReadonlyMap<string, number>;
  /** Transactions that the real node took so far. */
  readonly taken: () => number;
  /** Answers so far that a rule made. */
  readonly refusals: () => number;
  close(): Promise<void>;
}

/** Rules of a node, and whether it keeps them from the start. */
export interface NetworkNodeOptions {
  readonly rules: NodeRules;
  readonly isKept: boolean;
}

/** Puts rules before a real node, which keeps the chain. */
export async function startNetworkNode(
  target: string,
  options: NetworkNodeOptions,
): Promise<NetworkNode> {
  let rules = options.isKept ? options.rules : {};
  const calls = new Map<string, number>();
  let refusals = 0;
  let taken = 0;
  const pass = async (call: NodeCall): Promise<NodeAnswer> => {
    const answer = await forward(target, call);
    if (call.method === 'eth_sendRawTransaction' && 'result' in answer) taken += 1;
    return answer;
  };
  const ask: AskNode = (method, params) => pass({ id: 1, method, params });

  const answerCall = async (call: NodeCall): Promise<object> => {
    const ruled = await rules.call?.(call, ask);
    if (ruled !== undefined) refusals += 1;
    return { jsonrpc: '2.0', id: call.id, ...(ruled ?? (await pass(call))) };
  };

  const answer = async (body: unknown): Promise<HostReply> => {
    const list = (Array.isArray(body) ? body : [body]) as readonly NodeCall[];
    for (const { method } of list) calls.set(method, (calls.get(method) ?? 0) + 1);
    const whole = rules.exchange?.(list, Array.isArray(body));
    if (whole !== undefined) {
      refusals += 1;
      return whole;
    }
    const answers = await Promise.all(list.map(answerCall));
    const [first] = answers;
    const isError = !Array.isArray(body) && first !== undefined && 'error' in first;
    return {
      status: isError ? (rules.errorStatus ?? 200) : 200,
      body: Array.isArray(body) ? answers : first,
    };
  };

  const server = createServer((request, response) => {
    readJson(request)
      .then(answer)
      .then((reply) => write(response, reply))
      // The client left, or the node did: the broken connection tells it.
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A server on a port has an address of this kind.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${String(port)}`,
    ask,
    keepRules: () => {
      rules = options.rules;
    },
    calls,
    taken: () => taken,
    refusals: () => refusals,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function write(response: ServerResponse, { status, body, headers = {} }: HostReply): void {
  const isText = typeof body === 'string';
  response
    .writeHead(status, { 'content-type': isText ? 'text/plain' : 'application/json', ...headers })
    .end(isText ? body : JSON.stringify(body));
}

async function forward(target: string, { id, method, params }: NodeCall): Promise<NodeAnswer> {
  const response = await fetch(target, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  return 'error' in answer
    ? { error: answer['error'] as { code: number; message: string } }
    : { result: answer['result'] };
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}
