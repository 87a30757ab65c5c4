import { presentRequest } from '../status/presentRequest.js';
import { renderClaimStatus } from '../status/renderClaimStatus.js';
import { renderStatus } from '../status/renderStatus.js';
import { unknownRequest } from '../status/unknownRequest.js';
import { sent } from './answers.js';
import type { Route } from './context.js';
import { traceCaller } from './traceCaller.js';

/**
 * `GET /intents/status/v3`: the present status, or a stream of it and every later one where
 * `text/event-stream` is accepted.
 */
export const status: Route<'status'> =
  ({ store, streams, heldStatuses, now }) =>
  async (call, reply) => {
    const { request } = call;
    const { requestId } = call.read('query');
    const id = requestId.toLowerCase();
    void reply.header('vary', 'accept, origin');
    if (request.method === 'GET' && acceptsEvents(request.headers.accept)) {
      await streams.open(id, request, reply);
      return sent;
    }
    const found = await store.getRequest(id);
    if (found === undefined) {
      const claim = await store.claims.find(id);
      if (claim === undefined) throw await unknownRequest(id, store);
      void reply.header('cache-control', 'no-cache');
      return renderClaimStatus(claim);
    }
    const present = presentRequest(await heldStatuses.hold(found, traceCaller(request)), now());
    // What was paid twice goes back after the end, which changes nothing else.
    const paidBack =
      present.status === 'success' ? await store.requests.refunds(present.orderId) : [];
    const mark = present.status === 'expired' ? '-expired' : '-back'.repeat(paidBack.length);
    const etag = `"${String(present.version)}${mark}"`;
    void reply.header('cache-control', 'no-cache').header('etag', etag);
    if (request.headers['if-none-match'] === etag) {
      void reply.code(304).send();
      return sent;
    }
    return renderStatus(present, paidBack);
  };

function acceptsEvents(accept: string | undefined): boolean {
  return accept !== undefined && accept.toLowerCase().includes('text/event-stream');
}
