import type { ServerResponse } from 'node:http';
import { PortageError, terminalStatuses } from '@portage/core';
import type { Store, StoredRequest } from '@portage/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../limits/addressKey.js';
import type { Limits } from '../limits/limits.js';
import { renderStatus } from './renderStatus.js';
import { unknownRequest } from './unknownRequest.js';

/** Open streams of statuses. */
export interface StatusStreams {
  /**
   * Answers with a stream: the present status, every change, and the end after the last one.
   *
   * @throws PortageError `UNKNOWN_REQUEST`, or `RATE_LIMITED` when too many streams are open
   */
  open(requestId: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** How many are open. */
  count(): number;
  /** Ends all of them; none can be opened afterwards. */
  close(): void;
}

interface Stream {
  readonly raw: ServerResponse;
  readonly openedAt: number;
  lastWriteAt: number;
}

interface StreamsOptions {
  readonly store: Pick<Store, 'getRequest' | 'hub'>;
  readonly limits: Limits;
  readonly now: () => number;
}

/** Makes the streams of one server. One timer keeps all of them alive. */
export function createStatusStreams({ store, limits, now }: StreamsOptions): StatusStreams {
  const streams = new Set<Stream>();
  const perCaller = new Map<string, number>();
  let open = 0;
  let closed = false;

  const timer = setInterval(() => {
    const time = now();
    for (const stream of streams) {
      // Its end was written before the last tick, and the reader has not taken it.
      if (stream.raw.writableEnded) stream.raw.destroy();
      else if (time - stream.openedAt >= limits.streamMsMax) stream.raw.end();
      else if (time - stream.lastWriteAt >= limits.heartbeatMs) write(stream, ':\n\n');
    }
  }, Math.ceil(limits.heartbeatMs / 3));
  timer.unref();

  /** A reader that does not keep up is cut off rather than remembered; it asks again and gets the present status. */
  function write(stream: Stream, text: string): void {
    stream.lastWriteAt = now();
    stream.raw.write(text);
    if (stream.raw.writableLength > limits.streamBytesWaitingMax) stream.raw.destroy();
  }

  /** Counts a stream of a caller; the returned function gives its place back. */
  function take(caller: string): () => void {
    const own = perCaller.get(caller) ?? 0;
    if (closed) throw new PortageError('SERVICE_UNAVAILABLE');
    if (own >= limits.streamsPerAddressMax || open >= limits.streamsMax) {
      throw new PortageError('RATE_LIMITED', { message: 'Too many status streams are open.', hint: 'Close streams that are not read, or ask without Accept: text/event-stream.' });
    }
    open += 1;
    perCaller.set(caller, own + 1);
    return () => {
      open -= 1;
      const left = (perCaller.get(caller) ?? 1) - 1;
      if (left === 0) perCaller.delete(caller);
      else perCaller.set(caller, left);
    };
  }

  async function readPresent(requestId: string): Promise<StoredRequest> {
    const present = await store.getRequest(requestId);
    if (present === undefined) throw unknownRequest(requestId);
    return present;
  }

  function start(reply: FastifyReply): Stream {
    reply.hijack();
    const { raw } = reply;
    raw.writeHead(200, { ...headersOf(reply), 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    const stream: Stream = { raw, openedAt: now(), lastWriteAt: now() };
    streams.add(stream);
    write(stream, 'retry: 1000\n\n');
    return stream;
  }

  return {
    open: async (requestId, request, reply) => {
      const release = take(addressKey(request.ip));
      const { raw } = reply;
      const early: StoredRequest[] = [];
      let stream: Stream | undefined;
      let version = -1;
      function send(next: StoredRequest): void {
        if (stream === undefined) early.push(next);
        if (stream === undefined || next.version <= version || raw.writableEnded || raw.destroyed) return;
        version = next.version;
        write(stream, `id: ${version}\ndata: ${renderStatus(next)}\n\n`);
        if (terminalStatuses.has(next.status)) raw.end();
      }
      // Subscribed before the status is read: a change in between arrives twice rather than never.
      const unsubscribe = store.hub.subscribe(requestId, send);
      function end(): void {
        if (stream !== undefined) streams.delete(stream);
        unsubscribe();
        release();
      }
      const present = await readPresent(requestId).catch((error: unknown) => {
        end();
        throw error;
      });
      // A caller that left while the status was read is told of by no later event.
      if (raw.destroyed) {
        end();
        return reply.hijack();
      }
      raw.once('close', end);
      stream = start(reply);
      for (const next of [present, ...early]) send(next);
      return reply;
    },
    count: () => open,
    close: () => {
      closed = true;
      clearInterval(timer);
      for (const { raw } of streams) raw.end();
    },
  };
}

/** Headers that hooks have set so far; a stream is not sent through Fastify, so they are carried over. */
function headersOf(reply: FastifyReply): Record<string, string | number | string[]> {
  return Object.fromEntries(Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}
