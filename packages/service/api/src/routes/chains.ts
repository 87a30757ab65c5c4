import type { ChainInfo } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { whyClosed, type GateOptions, type Restrictions } from '@portage/quoter';
import { isLagging } from '../status/isLagging.js';
import type { Route } from './context.js';

/** `GET /chains`: the chains on offer, or those of `includeChains` (ids, separated by commas). */
export const chains: Route<'chains'> =
  ({ chains: offered, restrictions, policy, now }) =>
  (call, reply) => {
    const { all } = offered;
    const { includeChains } = call.read('query');
    const wanted =
      includeChains === undefined
        ? undefined
        : new Set(includeChains.split(',').map((id) => id.trim()));
    const shown = wanted === undefined ? all : all.filter(({ id }) => wanted.has(String(id)));
    void reply.header('cache-control', 'public, max-age=10');
    const gate = { now: now(), tipMsMax: policy.maxAgeMs.tip };
    return { chains: shown.map((chain) => presentInfo(chain, restrictions, gate)) };
  };

/**
 * A chain on which nothing is quoted is disabled for as long as that lasts, and its message says
 * why, before what its operator has to say.
 */
function presentInfo(chain: Chain, restrictions: Restrictions, gate: GateOptions): ChainInfo {
  const info = { ...chain.info, blockProductionLagging: isLagging(chain, gate.now) };
  const reason = whyClosed(chain, restrictions, gate);
  if (reason === undefined) return info;
  const said = info.statusMessage === undefined ? reason : `${reason} ${info.statusMessage}`;
  return { ...info, disabled: true, depositEnabled: false, statusMessage: said };
}
