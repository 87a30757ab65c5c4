import { endpoints } from '@portage/core/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerLog } from '../log.js';
import type { Metrics } from './createMetrics.js';

/**
 * Methods that have a number of their own at addresses that are no endpoint: whoever makes others
 * up fills no memory.
 */
const methods: ReadonlySet<string> = new Set([
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
]);

/**
 * Counts and notes every call once it is answered, and serves `GET /metrics`. The note has no
 * header, no query, no body and no parameter of the path: nothing in it can be a secret.
 */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, log: ServerLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Fastify makes `routeOptions` anew whenever they are asked for. They have no address where
    // there is no endpoint.
    const { url } = request.routeOptions;
    const endpoint = url ?? 'unknown';
    const method = methods.has(request.method) ? request.method : 'other';
    const { elapsedTime, statusCode, errorCode } = reply;
    // How long somebody listened to a stream is not how long an answer took.
    if (!isStream(url, request))
      metrics.observe({
        endpoint,
        method,
        status: statusCode,
        seconds: elapsedTime / 1000,
        errorCode,
      });
    log.debug?.(
      {
        requestId: request.id,
        endpoint,
        method,
        status: statusCode,
        ms: Math.round(elapsedTime * 1000) / 1000,
        ...(errorCode === undefined ? {} : { errorCode }),
      },
      'answered',
    );
    done();
  });
  app.get('/metrics', async (_, reply) =>
    reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text()),
  );
}

function isStream(url: string | undefined, { headers }: FastifyRequest): boolean {
  return (
    url === endpoints.status.path &&
    headers.accept?.toLowerCase().includes('text/event-stream') === true
  );
}
