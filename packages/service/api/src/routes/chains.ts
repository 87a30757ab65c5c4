import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/** `GET /chains`: the chains on offer, or those of `includeChains` (ids, separated by commas). */
export const chains: Route =
  ({ chains: { all } }) =>
  (request, reply) => {
    const { includeChains } = parseInput(endpoints.chains.query, request.query);
    const wanted =
      includeChains === undefined
        ? undefined
        : new Set(includeChains.split(',').map((id) => id.trim()));
    const shown = wanted === undefined ? all : all.filter(({ id }) => wanted.has(String(id)));
    return sendJson(
      reply.header('cache-control', 'public, max-age=10'),
      JSON.stringify({ chains: shown.map(({ info }) => info) }),
    );
  };
