import type { FacadeRoute } from '@portage/core/plugin';
import { printChain } from '../print/printChain.js';
import { askFacts } from '../read/askFacts.js';
import { chainTypeOf, shownChains } from '../read/chainTypes.js';
import { readList } from '../read/readList.js';

/** `GET /chains`: the chains whose family LI.FI has a name for, or those of `chainTypes`. */
export const chainRoutes: readonly FacadeRoute[] = [
  {
    method: 'GET',
    path: '/chains',
    answer: async (call) => {
      const { chains, rates } = await askFacts(call);
      const types = readList(call.query['chainTypes']);
      const shown = shownChains(chains).filter(
        (chain) => types.length === 0 || types.includes(chainTypeOf(chain) ?? ''),
      );
      return { chains: shown.map((chain) => printChain(chain, rates)) };
    },
  },
];
