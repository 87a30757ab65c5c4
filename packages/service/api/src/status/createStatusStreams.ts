import { terminalStatuses, standardError } from '@portage/core';
import type { Settlement } from '@portage/settlement';
import type { StoredRequest } from '@portage/settlement';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '@portage/access';
import { createPlaces } from '../limits/createPlaces.js';
import type { Limits } from '@portage/access';
import { startEventStream, type EventStream } from './eventStream.js';
import { presentRequest } from './presentRequest.js';
import { renderStatus } from './renderStatus.js';
import { unknownRequest } from './unknownRequest.js';

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
  readonly store: Pick<Settlement, 'getRequest' | 'hub'>;
  readonly limits: Limits;
  readonly now: () => number;
}

/** Creates the streams of one server. One timer serves all of them. */
export function createStatusStreams({ store, limits, now }: StreamsOptions): StatusStreams {
  /** Streams, each with what tells its reader that the request has expired. */
  const streams = new Map<EventStream, () => void>();
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
      for (const [stream, tellExpiry] of streams) {
        tellExpiry();
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
      // Subscribes before the status is read, so a change in between arrives twice rather than
      // never.
      const changes = followChanges((listener) => store.hub.subscribe(requestId, listener));
      const leave = (): void => {
        changes.stop();
        release();
      };
      const present = await store.getRequest(requestId).catch((error: unknown) => {
        leave();
        throw error;
      });
      if (present === undefined) {
        leave();
        throw unknownRequest(requestId);
      }
      // A caller that left while the status was read causes no later event.
      if (reply.raw.destroyed) {
        leave();
        reply.hijack();
        return;
      }
      const stream = startEventStream(reply, { limits, now });
      let told = present;
      const tell = (next: StoredRequest): void => {
        told = presentRequest(next, now());
        stream.send(told.version, JSON.stringify(renderStatus(told)));
      };
      streams.set(stream, () => {
        if (presentRequest(told, now()).status !== told.status) tell(told);
      });
      reply.raw.once('close', () => {
        streams.delete(stream);
        leave();
      });
      changes.begin(present, (next) => {
        tell(next);
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

interface Changes {
  /**
   * Passes `listener` the present state, the changes since the subscription, and then every further
   * change, each once and in order.
   */
  begin(present: StoredRequest, listener: (request: StoredRequest) => void): void;
  stop(): void;
}

function followChanges(
  subscribe: (listener: (request: StoredRequest) => void) => () => void,
): Changes {
  const early: StoredRequest[] = [];
  let version = -1;
  let tell: ((request: StoredRequest) => void) | undefined;
  const hear = (request: StoredRequest): void => {
    if (tell === undefined) {
      early.push(request);
    } else if (request.version > version) {
      version = request.version;
      tell(request);
    }
  };
  const stop = subscribe(hear);
  return {
    begin: (present, listener) => {
      tell = listener;
      for (const request of [present, ...early.splice(0)]) hear(request);
    },
    stop,
  };
}
