import { storedCurrencyIds } from '@portage/quoter';
import { renderRequest, type RenderOptions } from '../requests/renderRequest.js';
import { presentRequest } from '../status/presentRequest.js';
import { toRequestsQuery } from '../requests/toRequestsQuery.js';
import type { Route } from './context.js';

/** `GET /requests/v2`: requests by filters, a page at a time. */
export const requests: Route<'requests'> =
  ({ store, chains, prices, policy, now }) =>
  async (call, reply) => {
    const query = call.read('query');
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
