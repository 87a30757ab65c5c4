import { PortageError, requestFault } from '@portage/core';
import type { RequestsV3Query } from '../../requests/v3/entryV3.js';
import { checkKeyOwner } from '../../access/checkKeyOwner.js';
import { renderRequestV3 } from '../../requests/v3/renderRequestV3.js';
import { toRequestsV3Query } from '../../requests/v3/toRequestsV3Query.js';
import type { Call, Route, RouteContext } from '../context.js';
import { findEntries } from './findEntries.js';

/** `GET /requests/v3`: requests by filters in the words of version 3, a page at a time. */
export const modelRequestsV3: Route<'modelRequestsV3'> = (context) => async (call, reply) => {
  const query = call.read('query');
  const apiKeyIds = await keysOf(query, call.request.caller, context);
  const plan = toRequestsV3Query(query, apiKeyIds, context.chains);
  void reply.header('cache-control', 'no-cache');
  const isOwn = apiKeyIds !== undefined;
  for (const lookup of plan.lookups) {
    const found = await findEntries(context, lookup, {
      filters: plan.filters,
      print: (content, options) => renderRequestV3(content, context.chains, { ...options, isOwn }),
    });
    if (found.requests.length > 0 || found.continuation !== undefined) return found;
  }
  return { requests: [] };
};

/**
 * Keys that a query is about: those that it names, and for a referrer the key that asks. Undefined
 * where it is about requests of everybody.
 *
 * @throws PortageError `INVALID_REQUEST` for a referrer without a key, `UNAUTHORIZED` for a key
 *   without one of the same owner, `FORBIDDEN` for the key of another owner
 */
async function keysOf(
  { apiKey, referrer, includeAuthenticatedData }: RequestsV3Query,
  caller: Call<'modelRequestsV3'>['request']['caller'],
  { access }: Pick<RouteContext, 'access'>,
): Promise<readonly string[] | undefined> {
  if (referrer !== undefined && caller === undefined) {
    const message = 'Requests are listed by referrer for the holder of a key only.';
    throw requestFault('referrer', message, { message, hint: 'Send your key as x-api-key.' });
  }
  const asked = apiKey?.split(',').map((id) => id.trim());
  if (asked === undefined)
    return caller !== undefined && (referrer !== undefined || includeAuthenticatedData === true)
      ? [caller.apiKeyId]
      : undefined;
  if (asked.length > keysMax)
    throw requestFault('apiKey', `must name at most ${String(keysMax)} keys`);
  if (caller === undefined) {
    await checkKeyOwner(access, caller, asked[0] ?? '');
    return asked;
  }
  const visible = await access.visible(caller, asked);
  if (asked.every((id) => visible.includes(id))) return asked;
  throw new PortageError('FORBIDDEN', {
    message: 'Requests are listed by API key for the owner of the key only.',
    hint: 'Name keys of the owner of the key that you send.',
    context: { path: 'apiKey' },
  });
}

/** As many as one owner is expected to list at once. */
const keysMax = 50;
