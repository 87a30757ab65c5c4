import type { ChainInfo } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { isOpen, type Restrictions } from '@portage/quoter';
import { isLagging } from '../status/isLagging.js';
import type { Route } from './context.js';

/** `GET /chains`: the chains on offer, or those of `includeChains` (ids, separated by commas). */
export const chains: Route<'chains'> =
  ({ chains: offered, restrictions, now }) =>
  (call, reply) => {
    const { all } = offered;
    const { includeChains } = call.read('query');
    const wanted =
      includeChains === undefined
        ? undefined
        : new Set(includeChains.split(',').map((id) => id.trim()));
    const shown = wanted === undefined ? all : all.filter(({ id }) => wanted.has(String(id)));
    void reply.header('cache-control', 'public, max-age=10');
    return { chains: shown.map((chain) => presentInfo(chain, restrictions, now())) };
  };

/** A chain that is halted, or whose endpoints are away, is disabled for as long as that lasts. */
function presentInfo(chain: Chain, restrictions: Restrictions, now: number): ChainInfo {
  const info = { ...chain.info, blockProductionLagging: isLagging(chain, now) };
  return isOpen(chain, restrictions) ? info : { ...info, disabled: true, depositEnabled: false };
}
