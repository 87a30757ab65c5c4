import type { FastifyInstance } from 'fastify';

/**
 * Request headers beside those of every page: a key, those of streams and caches, and the published
 * client's own.
 */
const preflight = {
  'access-control-allow-methods': 'GET, POST',
  'access-control-allow-headers':
    'content-type, x-api-key, accept, last-event-id, if-none-match, relay-sdk-version',
  'access-control-max-age': '86400',
} as const;

/** Headers of answers that a page's scripts may read. */
const exposedHeaders = 'deprecation, sunset, link, retry-after, ratelimit, ratelimit-policy, etag';

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
