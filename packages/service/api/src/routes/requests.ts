import type { Access, KeyHolder } from '@portage/access';
import { PortageError } from '@portage/core';
import { storedCurrencyIds } from '@portage/quoter';
import { renderRequest, type RenderOptions } from '../requests/renderRequest.js';
import { presentRequest } from '../status/presentRequest.js';
import { toRequestsQuery } from '../requests/toRequestsQuery.js';
import type { Route } from './context.js';

/** `GET /requests/v2`: requests by filters, a page at a time. */
export const requests: Route<'requests'> =
  ({ store, chains, prices, policy, access, now }) =>
  async (call, reply) => {
    const query = call.read('query');
    if (query.apiKey !== undefined) await checkKeyOwner(access, call.request.caller, query.apiKey);
    const wanted = toRequestsQuery(query, chains);
    void reply.header('cache-control', 'no-cache');
    const page = await store.getRequests(wanted);
    const [facts, currencies] = await Promise.all([
      store.requests.facts(page.requests),
      store.requests.currencies(page.requests.flatMap(({ quote }) => storedCurrencyIds(quote))),
    ]);
    const options: RenderOptions = {
      includeOrderData: query.includeOrderData === true,
      priceOf: (assetId) => {
        const price = prices.price(assetId);
        return price === undefined || now() - price.observedAt > policy.maxAgeMs.price
          ? undefined
          : price.value;
      },
    };
    const entries = facts.map((known) => {
      const request = presentRequest(known.request, now());
      return renderRequest({ ...known, request, currencies }, chains, options);
    });
    return {
      requests: entries,
      ...(page.continuation === undefined ? {} : { continuation: page.continuation }),
    };
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
