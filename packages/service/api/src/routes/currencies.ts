import { endpoints } from '@portage/core/schemas';
import { createCurrencySearch } from '../currencies/createCurrencySearch.js';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/**
 * `POST /currencies/v2`: the currencies of the chains on offer, by chain, term, address, id or
 * list.
 */
export const currencies: Route = ({ chains }) => {
  const search = createCurrencySearch(chains);
  return (request, reply) =>
    sendJson(reply, JSON.stringify(search(parseInput(endpoints.currencies.body, request.body))));
};
