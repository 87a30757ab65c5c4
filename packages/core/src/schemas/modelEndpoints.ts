import {
  depositAddressDisableBodySchema,
  depositAddressDisabledSchema,
  depositAddressV2QuerySchema,
  depositAddressV2Schema,
} from './depositAddressesV2.js';
import {
  liquidityQuerySchema,
  liquiditySchema,
  ratesSchema,
  statusV2Schema,
  tokenPriceQuerySchema,
  tokenPriceSchema,
  trendingQuerySchema,
  trendingSchema,
} from './model.js';
import { requestsV3ResponseSchema } from './requestsV3.js';
import { requestsV3QuerySchema } from './requestsV3Query.js';
import { statusQuerySchema } from './status.js';

/**
 * Endpoints that published clients of the model ask, and ours do not: the same facts in the shape
 * that those clients read.
 *
 * @see docs/spec/model.md
 */
export const modelEndpoints = {
  modelStatusV2: {
    method: 'GET',
    path: '/intents/status/v2',
    summary: 'Status of a request, in the words of version 2',
    query: statusQuerySchema,
    response: statusV2Schema,
    errors: ['UNKNOWN_REQUEST'],
    deprecated: true,
  },
  modelRequestsV3: {
    method: 'GET',
    path: '/requests/v3',
    summary: 'List of requests, in the words of version 3',
    query: requestsV3QuerySchema,
    response: requestsV3ResponseSchema,
    errors: ['INVALID_ADDRESS', 'UNAUTHORIZED', 'FORBIDDEN'],
  },
  modelDepositAddressV2: {
    method: 'GET',
    path: '/deposit-addresses/v2',
    summary: 'Look up a deposit address with the money that came to it',
    query: depositAddressV2QuerySchema,
    response: depositAddressV2Schema,
    errors: ['INVALID_ADDRESS', 'UNKNOWN_REQUEST'],
  },
  modelDepositAddressDisable: {
    method: 'POST',
    path: '/deposit-addresses/disable/v2',
    summary: 'Have a deposit address take nothing any more',
    body: depositAddressDisableBodySchema,
    response: depositAddressDisabledSchema,
    errors: ['UNAUTHORIZED', 'UNKNOWN_REQUEST'],
    needsKey: true,
  },
  modelTokenPrice: {
    method: 'GET',
    path: '/currencies/token/price',
    summary: 'Price of a currency',
    query: tokenPriceQuerySchema,
    response: tokenPriceSchema,
    errors: ['INVALID_ADDRESS', 'UNSUPPORTED_CHAIN', 'UNSUPPORTED_CURRENCY', 'PRICE_FETCH_FAILED'],
  },
  modelTrending: {
    method: 'GET',
    path: '/currencies/trending',
    summary: 'Currencies to show first',
    query: trendingQuerySchema,
    response: trendingSchema,
    errors: ['UNSUPPORTED_CHAIN'],
  },
  modelLiquidity: {
    method: 'GET',
    path: '/chains/liquidity',
    summary: 'What the solver holds on a chain',
    query: liquidityQuerySchema,
    response: liquiditySchema,
    errors: ['UNSUPPORTED_CHAIN'],
  },
  modelRates: {
    method: 'GET',
    path: '/prices/rates',
    summary: 'Prices of all assets',
    response: ratesSchema,
    errors: [],
  },
} as const;
