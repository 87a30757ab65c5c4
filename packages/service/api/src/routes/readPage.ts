import type { EndpointResponse } from '@portage/core/schemas';
import { storedCurrencyIds } from '@portage/quoter';
import type { RequestsQuery } from '@portage/settlement';
import { findPrice } from '../money/readPrice.js';
import type { RouteContext } from './context.js';
import { presentRequest } from '../status/presentRequest.js';
import { renderRequest, type RenderOptions } from '../requests/renderRequest.js';
import type { RequestContent } from '../requests/requestContent.js';

/** One page of requests with all that is known of them. */
export interface ContentsPage {
  readonly contents: readonly RequestContent[];
  readonly continuation: string | undefined;
  readonly options: Pick<RenderOptions, 'priceOf'>;
}

/** Reads one page of requests with what chains, orders and books say of them. */
export async function readContents(
  { store, prices, policy, now }: RouteContext,
  query: RequestsQuery,
): Promise<ContentsPage> {
  const page = await store.getRequests(query);
  const [facts, currencies] = await Promise.all([
    store.requests.facts(page.requests),
    store.requests.currencies(page.requests.flatMap(({ quote }) => storedCurrencyIds(quote))),
  ]);
  return {
    contents: facts.map((known) => {
      const request = presentRequest(known.request, now());
      return { ...known, request, currencies };
    }),
    continuation: page.continuation,
    options: { priceOf: (assetId) => findPrice(assetId, { prices, policy, now }) },
  };
}

/** Reads one page of requests, as lists show them. */
export async function readPage(
  context: RouteContext,
  query: RequestsQuery,
  includeOrderData: boolean,
): Promise<EndpointResponse<'requests'>> {
  const { contents, continuation, options } = await readContents(context, query);
  return {
    requests: contents.map((content) =>
      renderRequest(content, context.chains, { ...options, includeOrderData }),
    ),
    ...(continuation === undefined ? {} : { continuation }),
  };
}
