import { terminalStatuses, standardError } from '@portage/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '@portage/access';
import { createPlaces } from '../limits/createPlaces.js';
import type { Limits } from '@portage/access';
import { startEventStream, type EventStream } from './eventStream.js';
import { openStatusFeed, type StatusFeed, type StatusFeedOptions } from './openStatusFeed.js';
import { renderStatus } from './renderStatus.js';

/** Status streams of a server. */
export interface StatusStreams {
  /**
   * Answers with a stream: the present status, every change, and the end after the last one.
   *
   * @throws PortageError `UNKNOWN_REQUEST`, or `RATE_LIMITED` when too many streams are open
   */
  open(requestId: string, request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** Number of open streams. */
  count(): number;
  /** Ends all of them; none can be opened afterwards. */
  close(): void;
}

interface StreamsOptions {
  readonly store: StatusFeedOptions['store'];
  readonly limits: Limits;
  readonly now: () => number;
}

/** Creates the streams of one server. One timer serves all of them. */
export function createStatusStreams({ store, limits, now }: StreamsOptions): StatusStreams {
  const streams = new Map<EventStream, StatusFeed>();
  const places = createPlaces({
    perCallerMax: limits.streamsPerAddressMax,
    max: limits.streamsMax,
    refusal: {
      message: 'Too many status streams are open.',
      hint: 'Close those that are not read, or ask without Accept: text/event-stream.',
    },
  });
  let isClosed = false;
  const timer = setInterval(
    () => {
      for (const [stream, feed] of streams) {
        feed.tend();
        stream.tend();
      }
    },
    Math.ceil(limits.heartbeatMs / 3),
  );
  timer.unref();

  return {
    open: async (requestId, request, reply) => {
      if (isClosed) throw standardError('SERVICE_UNAVAILABLE');
      const release = places.take(addressKey(request.ip));
      const feed = await openStatusFeed(requestId, { store, now }).catch((error: unknown) => {
        release();
        throw error;
      });
      const leave = (): void => {
        feed.stop();
        release();
      };
      // A caller that left while the status was read causes no later event.
      if (reply.raw.destroyed) {
        leave();
        reply.hijack();
        return;
      }
      const stream = startEventStream(reply, { limits, now });
      streams.set(stream, feed);
      reply.raw.once('close', () => {
        streams.delete(stream);
        leave();
      });
      feed.begin((next) => {
        stream.send(next.version, JSON.stringify(renderStatus(next)));
        if (terminalStatuses.has(next.status) || isClosed) stream.end();
      });
    },
    count: () => places.taken(),
    close: () => {
      isClosed = true;
      clearInterval(timer);
      for (const stream of streams.keys()) stream.end();
    },
  };
}
