import { createCurrencySearch } from '../currencies/createCurrencySearch.js';
import type { Route } from './context.js';

/**
 * `POST /currencies/v2`: the currencies of the chains on offer, by chain, term, address, id or
 * list.
 */
export const currencies: Route<'currencies'> = ({ chains }) => {
  const search = createCurrencySearch(chains);
  return (call) => [...search(call.read('body'))];
};
