import type { ChainInfo } from '@portage/core';
import type { FacadeCall, FacadeRoute } from '@portage/core/plugin';
import { askService } from '../read/askService.js';
import { toolDetails } from '../read/tool.js';
import { askChains } from '../read/askFacts.js';
import { chooseChains } from '../read/findChain.js';
import { currenciesOf, knownCurrency } from '../read/findCurrency.js';
import { readList } from '../read/readList.js';

/** Pair of chains between which money can be moved. */
interface Lane {
  readonly from: ChainInfo;
  readonly to: ChainInfo;
}

/** `GET /tools` and `GET /connections`: LI.FI's client pays from EVM chains, to every chain. */
export const connectionRoutes: readonly FacadeRoute[] = [
  {
    method: 'GET',
    path: '/tools',
    answer: async (call) => {
      const chains = chooseChains(await askChains(call), readList(call.query['chains']));
      const supportedChains = lanesOf(chains, chains)
        .filter(({ from, to }) => from.id !== to.id)
        .map(({ from, to }) => ({ fromChainId: from.id, toChainId: to.id }));
      return {
        bridges: [{ ...toolDetails, supportedChains }],
        exchanges: await exchangesOf(call, chains),
      };
    },
  },
  {
    method: 'GET',
    path: '/connections',
    answer: async (call) => {
      const chains = await askChains(call);
      const lanes = lanesOf(
        chooseChains(chains, readList(call.query['fromChain'])),
        chooseChains(chains, readList(call.query['toChain'])),
      );
      const connections = lanes.map(({ from, to }) => ({
        fromChainId: from.id,
        toChainId: to.id,
        fromTokens: tokensOf(from, readList(call.query['fromToken'])[0]),
        toTokens: tokensOf(to, readList(call.query['toToken'])[0]),
      }));
      return {
        connections: connections.filter(
          ({ fromTokens, toTokens }) => fromTokens.length > 0 && toTokens.length > 0,
        ),
      };
    },
  },
];

/** Lanes that are open now: the service says of each chain whether anything is quoted on it. */
function lanesOf(
  origins: readonly ChainInfo[],
  destinations: readonly ChainInfo[],
): readonly Lane[] {
  const open = destinations.filter(({ disabled }) => !disabled);
  return origins
    .filter(
      ({ vmType, disabled, depositEnabled }) => vmType === 'evm' && !disabled && depositEnabled,
    )
    .flatMap((from) => open.map((to) => ({ from, to })));
}

function tokensOf(
  chain: ChainInfo,
  name: string | undefined,
): readonly { readonly chainId: number; readonly address: string }[] {
  const known = name === undefined ? undefined : knownCurrency(chain, name);
  const chosen = name === undefined ? currenciesOf(chain) : known === undefined ? [] : [known];
  return chosen.map(({ address }) => ({ chainId: chain.id, address }));
}

/** Swap sources by name, and the chains that each trades on. */
async function exchangesOf(
  call: FacadeCall,
  chains: readonly ChainInfo[],
): Promise<readonly object[]> {
  const places = await Promise.all(
    chains.map(async ({ id }) => {
      const query = { chainId: String(id) };
      const { sources } = await askService(call, 'swapSources', { query });
      return sources.map((name) => ({ name, id }));
    }),
  );
  const all = places.flat();
  return [...new Set(all.map(({ name }) => name))].map((name) => ({
    key: name,
    name,
    logoURI: '',
    supportedChains: all.filter((place) => place.name === name).map(({ id }) => id),
  }));
}
