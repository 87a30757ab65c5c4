import { endpoints } from '@portage/core/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerLog } from '../log.js';
import type { Metrics } from './createMetrics.js';
import { isOperatorCall } from './isOperatorCall.js';

/**
 * Methods with a metric of their own outside of endpoints. Invented methods share one, so they fill
 * no memory.
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
 * Counts and logs every answered call and serves `GET /metrics` to the operator's own network. The
 * log entry has no header, query, body or path parameter, so it holds no secret.
 */
export function registerMetrics(app: FastifyInstance, metrics: Metrics, log: ServerLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    // Fastify makes `routeOptions` anew on each access. Their URL is missing outside of endpoints.
    const { url } = request.routeOptions;
    const endpoint = url ?? 'unknown';
    const method = methods.has(request.method) ? request.method : 'other';
    const { elapsedTime, statusCode, errorCode } = reply;
    // The life of a stream is not the duration of an answer.
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
  app.get('/metrics', async (request, reply) => {
    if (!isOperatorCall(request)) {
      reply.callNotFound();
      return reply;
    }
    // No page may read what the solver holds.
    void reply.removeHeader('access-control-allow-origin');
    return reply
      .header('content-type', metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.text());
  });
}

function isStream(url: string | undefined, { headers }: FastifyRequest): boolean {
  return (
    url === endpoints.status.path &&
    headers.accept?.toLowerCase().includes('text/event-stream') === true
  );
}
