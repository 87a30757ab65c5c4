import { once } from 'node:events';
import { eventually } from '@portage/testing';
import { WebSocket } from 'ws';

/** Message of the service, as far as tests look at it. */
export interface SocketAnswer {
  readonly type?: string;
  readonly status?: string;
  readonly event?: string;
  readonly id?: string;
  readonly cursor?: string;
  readonly data: {
    readonly requestId?: string;
    readonly status?: string;
    readonly cursor?: string;
    readonly error?: { readonly errorCode: string; readonly message: string };
  };
}

/** Client of a WebSocket that keeps all it receives. */
export interface SocketClient {
  readonly socket: WebSocket;
  readonly heard: readonly SocketAnswer[];
  /** Code with which it was closed; undefined while it is open. */
  code(): number | undefined;
  send(message: unknown): void;
  subscribe(filters: object, cursor?: string): void;
  /** Statuses that were received, in their order. */
  statuses(): readonly (string | undefined)[];
  /** Waits until so many messages have come. */
  hear(count: number): Promise<readonly SocketAnswer[]>;
}

/** Connects to the WebSocket of a service at `http://…`. */
export async function connectSocket(
  url: string,
  { path = '/ws', headers = {} }: { readonly path?: string; readonly headers?: object } = {},
): Promise<SocketClient> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers: { ...headers } });
  const heard: SocketAnswer[] = [];
  let code: number | undefined;
  socket.on('message', (data: Buffer) => {
    heard.push(JSON.parse(data.toString()) as SocketAnswer);
  });
  socket.on('close', (closed) => {
    code = closed;
  });
  await once(socket, 'open');
  const send = (message: unknown): void => {
    socket.send(typeof message === 'string' ? message : JSON.stringify(message));
  };
  return {
    socket,
    heard,
    code: () => code,
    send,
    subscribe: (filters, cursor) => {
      send({ type: 'subscribe', event: 'request.status.updated', filters, cursor });
    },
    statuses: () => heard.filter(({ event }) => event !== undefined).map(({ data }) => data.status),
    hear: async (count) => {
      await eventually(
        () => heard.length,
        (length) => length >= count,
        { what: 'messages of the WebSocket' },
      );
      return heard;
    },
  };
}
