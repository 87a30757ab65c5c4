import type { ChainInfo } from '@portage/core';
import type { FacadeCall, FacadeRoute } from '@portage/core/plugin';
import { z } from 'zod';
import { printToken, type LifiToken } from '../print/printToken.js';
import { askFacts, type Rates } from '../read/askFacts.js';
import { chainTypeOf } from '../read/chainTypes.js';
import { chooseChains, findChain } from '../read/findChain.js';
import { currenciesOf, findCurrency } from '../read/findCurrency.js';
import { numberTextSchema } from '../read/numberText.js';
import { readList } from '../read/readList.js';

const text = z.string().min(1).max(128);
const tokenSchema = z.object({ chain: text, token: text });
const tokensSchema = z.object({
  search: z.string().max(128).optional(),
  minPriceUSD: numberTextSchema.optional(),
  limit: numberTextSchema.pipe(z.number().int().min(1)).optional(),
});

/** `GET /tokens` and `GET /token`. Sorting has no market figures to go by, and changes nothing. */
export const tokenRoutes: readonly FacadeRoute[] = [
  {
    method: 'GET',
    path: '/tokens',
    answer: async (call) => {
      const { chains, rates } = await askFacts(call);
      const types = readList(call.query['chainTypes']);
      const shown = chooseChains(chains, readList(call.query['chains'])).filter(
        (chain) => types.length === 0 || types.includes(chainTypeOf(chain) ?? ''),
      );
      return {
        tokens: Object.fromEntries(
          shown.map((chain) => [String(chain.id), tokensOf(call, chain, rates)]),
        ),
      };
    },
  },
  {
    method: 'GET',
    path: '/token',
    answer: async (call) => {
      const { chain: name, token } = tokenSchema.parse(call.query);
      const { chains, rates } = await askFacts(call);
      const chain = findChain(chains, name, 'chain');
      return printToken(findCurrency(chain, token, 'token'), chain.id, rates);
    },
  },
];

function tokensOf(call: FacadeCall, chain: ChainInfo, rates: Rates): readonly LifiToken[] {
  const { search = '', minPriceUSD, limit } = tokensSchema.parse(call.query);
  const wanted = search.toLowerCase();
  return currenciesOf(chain)
    .map((currency) => printToken(currency, chain.id, rates))
    .filter(
      ({ symbol, name, address, priceUSD }) =>
        [symbol, name, address].some((one) => one.toLowerCase().includes(wanted)) &&
        (minPriceUSD === undefined || Number(priceUSD) >= minPriceUSD),
    )
    .slice(0, limit);
}
