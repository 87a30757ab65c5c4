import type { ChainInfo } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { endpoints } from '@portage/core/schemas';
import { isOpen, type Restrictions } from '@portage/quoter';
import { isLagging } from '../status/isLagging.js';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/** `GET /chains`: the chains on offer, or those of `includeChains` (ids, separated by commas). */
export const chains: Route =
  ({ chains: offered, restrictions, now }) =>
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
      JSON.stringify({ chains: shown.map((chain) => presentInfo(chain, restrictions, now())) }),
    );
  };

/** A chain that is halted, or whose endpoints are away, is disabled for as long as that lasts. */
function presentInfo(chain: Chain, restrictions: Restrictions, now: number): ChainInfo {
  const info = { ...chain.info, blockProductionLagging: isLagging(chain, now) };
  return isOpen(chain, restrictions) ? info : { ...info, disabled: true, depositEnabled: false };
}
