import { endpoints } from '@portage/core/schemas';
import { renderLegacyStatus } from '../status/renderStatus.js';
import { unknownRequest } from '../status/unknownRequest.js';
import type { Route } from './context.js';

/** `GET /intents/status`: the status in the words before versions. */
export const legacyStatus: Route<'legacyStatus'> =
  ({ store }) =>
  async (call, reply) => {
    const { requestId } = call.read('query');
    const id = requestId.toLowerCase();
    const found = await store.getRequest(id);
    if (found === undefined) throw await unknownRequest(id, store);
    void reply.header(
      'link',
      `<${endpoints.status.path}?requestId=${id}>; rel="successor-version"`,
    );
    void reply.header('cache-control', 'no-cache');
    return renderLegacyStatus(found);
  };
