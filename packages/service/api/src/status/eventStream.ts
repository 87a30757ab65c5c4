import type { FastifyReply } from 'fastify';
import type { Limits } from '@portage/access';

/** Open answer of type `text/event-stream`. */
export interface EventStream {
  /**
   * Sends one event. A reader that does not keep up is cut off; it asks again and gets the present
   * status.
   */
  send(id: number, data: string): void;
  /** Called at intervals: keeps a young stream alive and ends an old one. */
  tend(): void;
  end(): void;
}

interface EventStreamOptions {
  readonly limits: Pick<Limits, 'heartbeatMs' | 'streamMsMax' | 'streamBytesWaitingMax'>;
  readonly now: () => number;
}

/**
 * Takes an answer over from Fastify and starts a stream on it, with the headers that hooks have set
 * so far.
 */
export function startEventStream(
  reply: FastifyReply,
  { limits, now }: EventStreamOptions,
): EventStream {
  reply.hijack();
  const { raw } = reply;
  const openedAt = now();
  let lastWriteAt = openedAt;

  function write(text: string): void {
    if (raw.writableEnded || raw.destroyed) return;
    lastWriteAt = now();
    raw.write(text);
    if (raw.writableLength > limits.streamBytesWaitingMax) raw.destroy();
  }

  raw.writeHead(200, {
    ...headersOf(reply),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  write('retry: 1000\n\n');
  return {
    send: (id, data) => write(`id: ${id}\ndata: ${data}\n\n`),
    tend: () => {
      const time = now();
      // The end was written before the last check, and the reader has not taken it.
      if (raw.writableEnded) raw.destroy();
      else if (time - openedAt >= limits.streamMsMax) raw.end();
      else if (time - lastWriteAt >= limits.heartbeatMs) write(':\n\n');
    },
    end: () => raw.end(),
  };
}

function headersOf(reply: FastifyReply): Record<string, string | number | string[]> {
  return Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  );
}
