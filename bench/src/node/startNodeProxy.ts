import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { Pool } from 'undici';

/** Raw transaction on its way to the node. Moments are those of `performance.now()`. */
export interface SeenSend {
  readonly raw: string;
  /** Moment when its bytes had arrived at the proxy. */
  readonly arrivedAt: number;
  /** Moment when the node's answer had arrived at the proxy. */
  readonly answeredAt: number;
  readonly isAccepted: boolean;
}

/** Proxy before a node. It passes everything on unchanged and times raw transactions. */
export interface NodeProxy {
  readonly url: string;
  /** Number of calls so far, of any method. */
  calls(): number;
  /**
   * Calls `listener` for each raw transaction once the node has answered; the returned function
   * ends it.
   */
  onSend(listener: (send: SeenSend) => void): () => void;
  close(): Promise<void>;
}

interface Call {
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
}

/** Starts a proxy before the JSON-RPC endpoint at `target`. */
export async function startNodeProxy(target: string): Promise<NodeProxy> {
  const listeners = new Set<(send: SeenSend) => void>();
  const pool = new Pool(new URL(target).origin, { connections: 16 });
  let calls = 0;
  const server = createServer((request, response) => {
    void (async () => {
      const body = await readAll(request);
      const arrivedAt = performance.now();
      const answer = await pool.request({
        path: '/',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      const text = await answer.body.text();
      const answeredAt = performance.now();
      response.writeHead(answer.statusCode, { 'content-type': 'application/json' }).end(text);
      const asked = listOf(JSON.parse(body.toString('utf8')));
      calls += asked.length;
      for (const send of sendsOf(asked, text))
        for (const listener of [...listeners]) listener({ ...send, arrivedAt, answeredAt });
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
  return {
    url: `http://127.0.0.1:${String(address.port)}`,
    calls: () => calls,
    onSend: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      await pool.destroy();
    },
  };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // A request without an encoding yields buffers.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function listOf(value: unknown): readonly Call[] {
  // Both sides of the proxy speak JSON-RPC.
  return (Array.isArray(value) ? value : [value]) as readonly Call[];
}

function sendsOf(
  asked: readonly Call[],
  answer: string,
): readonly { readonly raw: string; readonly isAccepted: boolean }[] {
  const sends = asked.filter(({ method }) => method === 'eth_sendRawTransaction');
  if (sends.length === 0) return [];
  const replies = new Map(listOf(JSON.parse(answer)).map((reply) => [reply.id, reply]));
  return sends.map(({ id, params }) => ({
    raw: Array.isArray(params) ? String(params[0]) : '',
    isAccepted: 'result' in (replies.get(id) ?? {}),
  }));
}
