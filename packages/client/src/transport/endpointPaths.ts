import type { AppEndpointName, endpoints } from '@portage/core/schemas';

/**
 * Method and path of every endpoint. The types hold each line equal to the endpoint table of
 * `@portage/core`. That table holds every schema, so it stays out of the bundle.
 */
export const endpointPaths: {
  readonly [Name in AppEndpointName]: {
    readonly method: (typeof endpoints)[Name]['method'];
    readonly path: (typeof endpoints)[Name]['path'];
  };
} = {
  quote: { method: 'POST', path: '/quote/v2' },
  status: { method: 'GET', path: '/intents/status/v3' },
  legacyStatus: { method: 'GET', path: '/intents/status' },
  fastFill: { method: 'POST', path: '/fast-fill' },
  transactionsIndex: { method: 'POST', path: '/transactions/index' },
  transactionsSingle: { method: 'POST', path: '/transactions/single' },
  chains: { method: 'GET', path: '/chains' },
  health: { method: 'GET', path: '/health' },
  currencies: { method: 'POST', path: '/currencies/v2' },
  executePermits: { method: 'POST', path: '/execute/permits' },
  execute: { method: 'POST', path: '/execute' },
  withdrawalRequest: { method: 'POST', path: '/withdrawals/request' },
  withdrawalBalances: { method: 'GET', path: '/withdrawals/balances' },
  withdrawalStatus: { method: 'GET', path: '/withdrawals/status' },
  usage: { method: 'GET', path: '/metrics/usage' },
  appFeeBalances: { method: 'GET', path: '/app-fees/{wallet}/balances' },
  appFeeClaim: { method: 'POST', path: '/app-fees/{wallet}/claim' },
  appFeeClaims: { method: 'GET', path: '/app-fees/{wallet}/claims' },
  requests: { method: 'GET', path: '/requests/v2' },
  depositAddress: { method: 'GET', path: '/deposit-addresses/v1' },
  depositAddressReindex: { method: 'POST', path: '/transactions/deposit-address/reindex' },
  swapSources: { method: 'GET', path: '/swap-sources' },
  config: { method: 'GET', path: '/config/v2' },
};
