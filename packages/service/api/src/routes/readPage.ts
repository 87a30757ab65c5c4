import type { EndpointResponse } from '@portage/core/schemas';
import { storedCurrencyIds } from '@portage/quoter';
import type { RequestsQuery } from '@portage/settlement';
import { findPrice } from '../money/readPrice.js';
import type { RouteContext } from './context.js';
import { presentRequest } from '../status/presentRequest.js';
import { renderRequest, type RenderOptions } from '../requests/renderRequest.js';

/** Reads one page of requests, as lists show them. */
export async function readPage(
  { store, chains, prices, policy, now }: RouteContext,
  query: RequestsQuery,
  includeOrderData: boolean,
): Promise<EndpointResponse<'requests'>> {
  const page = await store.getRequests(query);
  const [facts, currencies] = await Promise.all([
    store.requests.facts(page.requests),
    store.requests.currencies(page.requests.flatMap(({ quote }) => storedCurrencyIds(quote))),
  ]);
  const options: RenderOptions = {
    includeOrderData,
    priceOf: (assetId) => findPrice(assetId, { prices, policy, now }),
  };
  const requests = facts.map((known) => {
    const request = presentRequest(known.request, now());
    return renderRequest({ ...known, request, currencies }, chains, options);
  });
  return {
    requests,
    ...(page.continuation === undefined ? {} : { continuation: page.continuation }),
  };
}
