import type { FastifyInstance } from 'fastify';

/**
 * Any header is allowed, because no credentials are used: monitoring of pages adds its own, as
 * `traceparent`. The asterisk stands for all but `authorization`.
 */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers': '*, authorization',
  'access-control-max-age': '86400',
} as const;

/** Headers of answers that a page's scripts may read. */
const exposedHeaders =
  'date, deprecation, sunset, link, retry-after, ratelimit, ratelimit-policy, etag';

/**
 * Lets pages of every origin call the service. There are no cookies, so nothing depends on the
 * origin: one fixed header for all answers, and the list of readable headers only when a page
 * calls.
 */
export function registerCors(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('access-control-allow-origin', '*');
    if (request.headers.origin !== undefined)
      void reply.header('access-control-expose-headers', exposedHeaders);
    done();
  });
  app.options('*', (_, reply) => reply.code(204).headers(preflight).send());
}
