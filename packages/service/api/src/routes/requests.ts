import { endpoints } from '@portage/core/schemas';
import { checkKeyOwner } from '../access/checkKeyOwner.js';
import { readPage } from './readPage.js';
import { toRequestsQuery } from '../requests/toRequestsQuery.js';
import type { Route } from './context.js';

/** `GET /requests/v2`: requests by filters, a page at a time. */
export const requests: Route<'requests'> = (context) => async (call, reply) => {
  const query = call.read('query');
  if (query.apiKey !== undefined)
    await checkKeyOwner(context.access, call.request.caller, query.apiKey);
  const wanted = toRequestsQuery(query, context.chains);
  const successor = `<${endpoints.modelRequestsV3.path}>; rel="successor-version"`;
  void reply.header('link', successor).header('cache-control', 'no-cache');
  return readPage(context, wanted, query.includeOrderData === true);
};
