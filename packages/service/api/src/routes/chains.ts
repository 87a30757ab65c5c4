import type { ChainInfo } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { findOutage } from '@portage/core/plugin';
import { endpoints } from '@portage/core/schemas';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/** `GET /chains`: the chains on offer, or those of `includeChains` (ids, separated by commas). */
export const chains: Route =
  ({ chains: offered }) =>
  (request, reply) => {
    const { all } = offered;
    const { includeChains } = parseInput(endpoints.chains.query, request.query);
    const wanted =
      includeChains === undefined
        ? undefined
        : new Set(includeChains.split(',').map((id) => id.trim()));
    const shown = wanted === undefined ? all : all.filter(({ id }) => wanted.has(String(id)));
    return sendJson(
      reply.header('cache-control', 'public, max-age=10'),
      JSON.stringify({ chains: shown.map(presentInfo) }),
    );
  };

/** A chain whose endpoints are away is disabled for as long as they are. */
function presentInfo(chain: Chain): ChainInfo {
  return findOutage(chain) === undefined
    ? chain.info
    : { ...chain.info, disabled: true, depositEnabled: false };
}
