import { readPage } from '../readPage.js';
import { toRequestsQuery } from '../../requests/toRequestsQuery.js';
import type { Route } from '../context.js';
import { keyOf, readViewer } from './scope.js';

/** `GET /dashboard/api/requests`: requests that the key may see, a page at a time. */
export const dashboardRequests: Route<'dashboardRequests'> = (context) => async (call, reply) => {
  const viewer = readViewer(call.request, reply);
  const query = call.read('query');
  const apiKeyId = await keyOf(viewer, query.apiKey, context.access);
  return readPage(context, { ...toRequestsQuery(query, context.chains), apiKeyId }, false);
};
