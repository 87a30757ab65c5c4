import { endpoints } from '@portage/core/schemas';
import { renderLegacyStatus } from '../status/renderStatus.js';
import { unknownRequest } from '../status/unknownRequest.js';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/** `GET /intents/status`: the status in the words before versions. */
export const legacyStatus: Route =
  ({ store }) =>
  async (request, reply) => {
    const { requestId } = parseInput(endpoints.legacyStatus.query, request.query);
    const id = requestId.toLowerCase();
    const found = await store.getRequest(id);
    if (found === undefined) throw unknownRequest(id);
    void reply.header(
      'link',
      `<${endpoints.status.path}?requestId=${id}>; rel="successor-version"`,
    );
    return sendJson(reply.header('cache-control', 'no-cache'), renderLegacyStatus(found));
  };
