import type { FastifyInstance } from 'fastify';
import { sendJson } from '../routes/sendJson.js';
import type { Readiness } from './readiness.js';

/**
 * Serves `GET /live`, 200 while the process runs, and `GET /ready`, 200 while it should be sent
 * calls and 503 with a reason before it stops. A process that is about to stop still answers, and
 * asks for each connection to be closed, so that none is cut off when it ends.
 */
export function registerProbes(app: FastifyInstance, readiness: Readiness): void {
  app.addHook('onRequest', (_request, reply, done) => {
    if (readiness.isDraining()) void reply.header('connection', 'close');
    done();
  });
  app.get('/live', (_, reply) =>
    sendJson(reply.header('cache-control', 'no-store'), JSON.stringify({ status: 'live' })),
  );
  app.get('/ready', async (_, reply) => {
    const reason = await readiness.unfit();
    const body = reason === undefined ? { status: 'ready' } : { status: 'unready', reason };
    if (reason !== undefined) void reply.code(503).header('retry-after', '1');
    return sendJson(reply.header('cache-control', 'no-store'), JSON.stringify(body));
  });
}
