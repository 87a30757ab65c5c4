import type { Route } from './context.js';

/** `GET /swap-sources`: the sources of one chain, or of all. */
export const swapSources: Route<'swapSources'> =
  ({ chains }) =>
  (call, reply) => {
    const { chainId } = call.read('query');
    const asked = chainId === undefined ? chains.all : [chains.byId(chainId)];
    const sources = [
      ...new Set(asked.flatMap(({ swaps }) => swaps?.sources.map(({ id }) => id) ?? [])),
    ];
    void reply.header('cache-control', 'public, max-age=10');
    return { sources };
  };
