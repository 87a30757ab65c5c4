import { createServer, type Server, type ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

interface Call {
  readonly id: number;
  /** Its place in the HTTP request. */
  readonly index: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

/**
 * Fault of one call: a changed result, a refusal, an HTTP answer instead, or undefined to pass
 * it on.
 */
export type Fault = (
  call: Call,
  pass: () => Promise<unknown>,
) => Promise<
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number; readonly body: string; readonly headers?: Record<string, string> }
  | undefined
>;

/** A JSON-RPC proxy before a real node, whose answers a test can spoil. */
export interface FaultProxy {
  readonly rpcUrl: string;
  readonly wsUrl: string;
  /** Sets what happens to calls from now on. */
  spoil(fault: Fault | undefined): void;
  /** Stops passing websocket messages on, without closing anything. */
  silence(): void;
  /** Websocket connections made so far. */
  connections(): number;
  stop(): Promise<void>;
}

/** Puts a proxy before a node. */
export async function startFaultProxy(target: {
  readonly rpcUrl: string;
  readonly wsUrl: string;
}): Promise<FaultProxy> {
  let fault: Fault | undefined;
  let silenced: Set<WebSocket> | undefined;
  let connections = 0;
  const forward = async (
    call: Call,
  ): Promise<{ readonly result?: unknown; readonly error?: unknown }> => {
    const response = await fetch(target.rpcUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: call.id,
        method: call.method,
        params: call.params,
      }),
    });
    return (await response.json()) as { result?: unknown; error?: unknown };
  };
  const answer = async (body: string, response: ServerResponse): Promise<void> => {
    const parsed = JSON.parse(body) as Call | Call[];
    const replies: unknown[] = [];
    for (const [index, sent] of (Array.isArray(parsed) ? parsed : [parsed]).entries()) {
      const call = { ...sent, index };
      const spoiled = await fault?.(call, async () => (await forward(call)).result);
      if (spoiled !== undefined && 'status' in spoiled) {
        response.writeHead(spoiled.status, spoiled.headers).end(spoiled.body);
        return;
      }
      replies.push({
        ...(spoiled === undefined ? await forward(call) : { jsonrpc: '2.0', ...spoiled }),
        id: call.id,
      });
    }
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(Array.isArray(parsed) ? replies : replies[0]));
  };
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on(
      'end',
      () => void answer(Buffer.concat(chunks).toString(), response).catch(() => response.destroy()),
    );
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (inner) => {
    connections += 1;
    const outer = new WebSocket(target.wsUrl);
    const queue: string[] = [];
    inner.on('message', (data: Buffer) =>
      outer.readyState === WebSocket.OPEN
        ? outer.send(data.toString())
        : queue.push(data.toString()),
    );
    outer.on('open', () => queue.forEach((message) => outer.send(message)));
    outer.on('message', (data: Buffer) => {
      if (silenced?.has(inner) !== true) inner.send(data.toString());
    });
    inner.on('close', () => outer.close());
    outer.on('close', () => inner.close());
    outer.on('error', () => inner.close());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    rpcUrl: `http://127.0.0.1:${address.port}`,
    wsUrl: `ws://127.0.0.1:${address.port}`,
    spoil: (next) => {
      fault = next;
    },
    silence: () => {
      silenced = new Set(sockets.clients);
    },
    connections: () => connections,
    stop: async () => {
      for (const client of sockets.clients) client.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
