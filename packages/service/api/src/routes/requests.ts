import type { Access, KeyHolder } from '@portage/access';
import { PortageError } from '@portage/core';
import { readPage } from './readPage.js';
import { toRequestsQuery } from '../requests/toRequestsQuery.js';
import type { Route } from './context.js';

/** `GET /requests/v2`: requests by filters, a page at a time. */
export const requests: Route<'requests'> = (context) => async (call, reply) => {
  const query = call.read('query');
  if (query.apiKey !== undefined)
    await checkKeyOwner(context.access, call.request.caller, query.apiKey);
  const wanted = toRequestsQuery(query, context.chains);
  void reply.header('cache-control', 'no-cache');
  return readPage(context, wanted, query.includeOrderData === true);
};

/** Answers a key of somebody else as one that does not exist. */
async function checkKeyOwner(
  access: Pick<Access, 'visible'>,
  caller: KeyHolder | undefined,
  apiKeyId: string,
): Promise<void> {
  const visible = caller === undefined ? [] : await access.visible(caller, [apiKeyId]);
  if (visible.includes(apiKeyId)) return;
  throw new PortageError('UNAUTHORIZED', {
    message: 'Requests are listed by API key for the owner of the key only.',
    hint: 'Send a key of the same owner as x-api-key, or leave apiKey out.',
    context: { path: 'apiKey' },
  });
}
