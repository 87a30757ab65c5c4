import { PortageError } from '@portage/core';
import type { FacadeRoute } from '@portage/core/plugin';

/** Endpoints of LI.FI's SDK that have no meaning here, and what there is instead. */
export const refusedEndpoints: readonly (Pick<FacadeRoute, 'method' | 'path'> & {
  readonly why: string;
})[] = [
  {
    method: 'POST',
    path: '/quote/contractCalls',
    why: 'POST /quote/v2 takes calls on the destination chain as txs.',
  },
  { method: 'POST', path: '/patcher', why: 'Calls on the destination chain are paid as they are.' },
  {
    method: 'GET',
    path: '/relayer/quote',
    why: 'POST /quote/v2 with usePermit is paid by a signature.',
  },
  { method: 'POST', path: '/relayer/relay', why: 'POST /execute/permits takes signatures.' },
  { method: 'POST', path: '/advanced/relay', why: 'POST /execute/permits takes signatures.' },
  {
    method: 'GET',
    path: '/relayer/status/{taskId}',
    why: 'GET /intents/status/v3 tells of requests.',
  },
];

/** Endpoints that are refused by name, and one that says "not available" in LI.FI's own words. */
export const refusedRoutes: readonly FacadeRoute[] = [
  ...refusedEndpoints.map(({ method, path, why }) => ({
    method,
    path,
    answer: () =>
      Promise.reject(
        new PortageError('UNSUPPORTED_FEATURE', {
          message: `${method} ${path} has no meaning here. ${why}`,
        }),
      ),
  })),
  {
    method: 'GET',
    path: '/gas/suggestion/{chainId}',
    answer: () =>
      Promise.resolve({
        available: false,
        message: 'Gas is topped up by topupGas of POST /quote/v2.',
      }),
  },
];
