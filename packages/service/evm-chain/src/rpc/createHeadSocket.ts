import { isPortageError } from '@portage/core';
import { WebSocket, type RawData } from 'ws';
import { type Ask, isObject, malformedReply, redactUrl } from '@portage/chain-kit';
import { createSocketCalls, type SocketCalls } from './createSocketCalls.js';
import { readHeader, type Header } from './header.js';

const reconnectMs = 100;
const reconnectMsMax = 5_000;
const heartbeatMs = 5_000;
const messageBytesMax = 67_108_864;

/** A websocket that tells of every new block and answers calls on the same connection. */
export interface HeadSocket {
  /** Whether blocks are being told at the moment. */
  live(): boolean;
  /** Drops a connection that went quiet; a new one is made. */
  reconnect(): void;
}

/** Endpoint and receiver of new heads. */
export interface HeadSocketOptions {
  readonly url: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** A block was announced; `ask` reaches the very node that announced it. */
  readonly onHead: (header: Header, ask: Ask) => void;
}

/**
 * Connects, subscribes to `newHeads`, and reconnects with growing pauses until the signal aborts.
 */
export function createHeadSocket(options: HeadSocketOptions): HeadSocket {
  let current: WebSocket | undefined;
  let live = false;
  let pause = reconnectMs;
  let timer: NodeJS.Timeout | undefined;

  const connect = (): void => {
    if (options.signal.aborted) return;
    const socket = new WebSocket(options.url, {
      perMessageDeflate: false,
      followRedirects: false,
      maxPayload: messageBytesMax,
      handshakeTimeout: options.timeoutMs,
    });
    current = socket;
    const calls = createSocketCalls({
      send: (text) => socket.send(text),
      label: redactUrl(options.url),
      timeoutMs: options.timeoutMs,
      onSilence: () => socket.terminate(),
    });
    const stopHeartbeat = startHeartbeat(socket);
    socket.on('open', () => {
      calls.ask([{ method: 'eth_subscribe', params: ['newHeads'] }]).then(
        ([reply]) => {
          live = reply?.ok === true;
          if (live) pause = reconnectMs;
          else socket.terminate();
        },
        () => socket.terminate(),
      );
    });
    socket.on('message', (data) => {
      let header: Header | undefined;
      try {
        header = receive(parseMessage(data), calls);
      } catch (error) {
        // A node that talks nonsense is left; polling goes on meanwhile.
        if (!isPortageError(error)) throw error;
        socket.terminate();
      }
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
      pause = Math.min(pause * 2, reconnectMsMax);
    });
  };

  options.signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      current?.terminate();
    },
    { once: true },
  );
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
  }, heartbeatMs);
  return () => clearInterval(timer);
}

/**
 * The header that a message announces; everything else is an answer. @throws PortageError
 * `RPC_HTTP_ERROR`
 */
function receive(message: unknown, calls: SocketCalls): Header | undefined {
  if (isObject(message) && isObject(message['params']))
    return readHeader(message['params']['result']);
  calls.receive(message);
  return undefined;
}

/** A message as JSON. @throws PortageError `RPC_HTTP_ERROR` */
function parseMessage(data: RawData): unknown {
  const bytes = Buffer.isBuffer(data)
    ? data
    : Array.isArray(data)
      ? Buffer.concat(data)
      : Buffer.from(data);
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    throw malformedReply('message: not JSON');
  }
}
