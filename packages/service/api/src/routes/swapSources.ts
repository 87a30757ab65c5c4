import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/** `GET /swap-sources`: the sources of one chain, or of all. */
export const swapSources: Route =
  ({ chains }) =>
  (request, reply) => {
    const { chainId } = parseInput(endpoints.swapSources.query, request.query);
    const asked = chainId === undefined ? chains.all : [chains.byId(chainId)];
    const sources = [
      ...new Set(asked.flatMap(({ swaps }) => swaps?.sources.map(({ id }) => id) ?? [])),
    ];
    return sendJson(
      reply.header('cache-control', 'public, max-age=10'),
      JSON.stringify({ sources }),
    );
  };
