import { isPortageError, PortageError } from '@portage/core';
import { WebSocket, type RawData } from 'ws';
import { type Ask, decodeReply, isObject, redactUrl, type RpcReply } from '@portage/rpc';
import { readHeader, type Header } from './header.js';

const RECONNECT_MS = 100;
const RECONNECT_MS_MAX = 5_000;
const HEARTBEAT_MS = 5_000;
const MESSAGE_BYTES_MAX = 67_108_864;
const PENDING_MAX = 10_000;

/** A websocket that tells of every new block and answers calls on the same connection. */
export interface HeadSocket {
  /** Whether blocks are being told at the moment. */
  live(): boolean;
  /** Drops a connection that went quiet; a new one is made. */
  reconnect(): void;
}

/** What a head socket needs. */
export interface HeadSocketOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** A block was announced; `ask` reaches the very node that announced it. */
  readonly onHead: (header: Header, ask: Ask) => void;
}

/** Connects, subscribes to `newHeads`, and reconnects with growing pauses until the signal aborts. */
export function createHeadSocket(options: HeadSocketOptions): HeadSocket {
  let current: WebSocket | undefined;
  let live = false;
  let pause = RECONNECT_MS;
  let timer: NodeJS.Timeout | undefined;

  const connect = (): void => {
    if (options.signal.aborted) return;
    const socket = new WebSocket(options.url, { perMessageDeflate: false, followRedirects: false, maxPayload: MESSAGE_BYTES_MAX, handshakeTimeout: options.timeoutMs });
    current = socket;
    const calls = createCalls(socket, redactUrl(options.url), options.timeoutMs);
    const stopHeartbeat = startHeartbeat(socket);
    socket.on('open', () => {
      calls.ask([{ method: 'eth_subscribe', params: ['newHeads'] }]).then(
        ([reply]) => {
          live = reply?.ok === true;
          if (live) pause = RECONNECT_MS;
          else socket.terminate();
        },
        () => socket.terminate(),
      );
    });
    socket.on('message', (data) => {
      const header = calls.receive(data);
      if (header !== undefined) options.onHead(header, calls.ask);
    });
    // An error is always followed by `close`, which is where it is dealt with.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      live = false;
      stopHeartbeat();
      calls.fail();
      if (options.signal.aborted) return;
      timer = setTimeout(connect, pause);
      pause = Math.min(pause * 2, RECONNECT_MS_MAX);
    });
  };

  options.signal.addEventListener('abort', () => {
    clearTimeout(timer);
    current?.terminate();
  }, { once: true });
  connect();
  return { live: () => live, reconnect: () => current?.terminate() };
}

/** A peer that misses one heartbeat is gone, even if TCP has not noticed. */
function startHeartbeat(socket: WebSocket): () => void {
  let alive = true;
  socket.on('pong', () => {
    alive = true;
  });
  const timer = setInterval(() => {
    if (!alive) {
      socket.terminate();
      return;
    }
    alive = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, HEARTBEAT_MS);
  return () => clearInterval(timer);
}

interface Calls {
  readonly ask: Ask;
  /** Takes a message: settles a call, or returns the header of an announcement. */
  receive(data: RawData): Header | undefined;
  /** The connection is gone: every open call fails. */
  fail(): void;
}

function createCalls(socket: WebSocket, label: string, timeoutMs: number): Calls {
  const pending = new Map<number, { readonly resolve: (reply: RpcReply) => void; readonly reject: (error: PortageError) => void }>();
  let nextId = 1;
  const gone = (why: string): PortageError => new PortageError('RPC_HTTP_ERROR', { message: `${label} ${why}.` });

  const callOnce = (method: string, params: readonly unknown[]): Promise<RpcReply> =>
    new Promise((resolve, reject) => {
      if (socket.readyState !== WebSocket.OPEN || pending.size >= PENDING_MAX) {
        reject(gone('is not connected'));
        return;
      }
      const id = nextId;
      nextId += 1;
      const timer = setTimeout(() => {
        pending.delete(id);
        reject(gone('did not answer in time'));
      }, timeoutMs);
      const settle = <T>(then: (value: T) => void) => (value: T): void => {
        clearTimeout(timer);
        pending.delete(id);
        then(value);
      };
      pending.set(id, { resolve: settle(resolve), reject: settle(reject) });
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
    });

  return {
    ask: (requests) => Promise.all(requests.map((request) => callOnce(request.method, request.params))),
    receive: (data) => {
      const message = parseMessage(data);
      if (message === undefined) return undefined;
      const id = message['id'];
      try {
        if (typeof id === 'number') pending.get(id)?.resolve(decodeReply(message));
        else if (isObject(message['params'])) return readHeader(message['params']['result']);
      } catch (error) {
        // A node that talks nonsense is left; polling goes on meanwhile.
        if (!isPortageError(error)) throw error;
        socket.terminate();
      }
      return undefined;
    },
    fail: () => {
      for (const call of [...pending.values()]) call.reject(gone('closed the connection'));
    },
  };
}

function parseMessage(data: RawData): Readonly<Record<string, unknown>> | undefined {
  const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
  try {
    const message: unknown = JSON.parse(bytes.toString('utf8'));
    return isObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}
