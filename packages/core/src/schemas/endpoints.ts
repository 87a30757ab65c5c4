import type { z } from 'zod';
import type { ErrorCode } from '../errors/codes.js';
import {
  appFeeBalancesSchema,
  appFeeClaimBodySchema,
  appFeeClaimSchema,
  appFeeClaimsSchema,
  pageQuerySchema,
  walletParamsSchema,
} from './appFees.js';
import { chainsQuerySchema, chainsResponseSchema, healthSchema } from './chains.js';
import { configQuerySchema, configResponseSchema } from './config.js';
import { currenciesBodySchema, currenciesResponseSchema } from './currencies.js';
import { dashboardEndpoints } from './dashboardEndpoints.js';
import {
  depositAddressQuerySchema,
  depositAddressSchema,
  reindexBodySchema,
  reindexResponseSchema,
} from './depositAddresses.js';
import { messageSchema } from './error.js';
import { usageQuerySchema, usageResponseSchema } from './metrics.js';
import { quoteSchema } from './quote.js';
import { quoteBodySchema } from './quoteRequest.js';
import { requestsQuerySchema, requestsResponseSchema } from './requests.js';
import { legacyStatusSchema, requestStatusSchema, statusQuerySchema } from './status.js';
import {
  executeBodySchema,
  executePermitsBodySchema,
  executeResponseSchema,
  signatureQuerySchema,
  fastFillBodySchema,
  transactionsIndexBodySchema,
  transactionsSingleBodySchema,
} from './transactions.js';
import { swapSourcesQuerySchema, swapSourcesResponseSchema } from './swapSources.js';
import {
  withdrawalBodySchema,
  withdrawalPreparedSchema,
  withdrawalStartedSchema,
  withdrawalBalancesQuerySchema,
  withdrawalBalancesSchema,
  withdrawalStatusSchema,
} from './withdrawals.js';
import { modelEndpoints } from './modelEndpoints.js';
import { webhookEndpoints } from './webhookEndpoints.js';
import { stepsReplySchema, withdrawalStatusQuerySchema } from './replies.js';

/** One endpoint: what travels each way, and the errors of its own. */
export interface Endpoint {
  readonly method: 'GET' | 'POST';
  /** Path with `{name}` parameters, relative to the base address. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Body of a 200. */
  readonly response: z.ZodType;
  /** The codes that this endpoint adds to those that every endpoint may answer. */
  readonly errors: readonly ErrorCode[];
  /** Whether the endpoint still works but has a successor. */
  readonly deprecated?: boolean;
  /** Days of deprecation and end, ISO 8601; by default the project's first, and none. */
  readonly deprecatedSince?: string;
  readonly sunset?: string;
  /** Whether only holders of an API key may call it; elsewhere a key is optional. */
  readonly needsKey?: boolean;
  /** Whether `Accept: text/event-stream` is answered with a stream of the same responses. */
  readonly stream?: boolean;
}

/**
 * Every endpoint of the service; types the server, the client and OpenAPI.
 * @see docs/spec/README.md#endpoints
 */
export const endpoints = {
  quote: {
    method: 'POST',
    path: '/quote/v2',
    summary: 'Executable quote',
    body: quoteBodySchema,
    response: quoteSchema,
    errors: [
      'INVALID_ADDRESS',
      'INVALID_RECIPIENT',
      'INVALID_INPUT_CURRENCY',
      'INVALID_OUTPUT_CURRENCY',
      'INVALID_SLIPPAGE_TOLERANCE',
      'AMOUNT_TOO_LOW',
      'AMOUNT_TOO_HIGH',
      'INSUFFICIENT_FUNDS',
      'INSUFFICIENT_LIQUIDITY',
      'UNSUPPORTED_ROUTE',
      'UNSUPPORTED_CHAIN',
      'UNSUPPORTED_CURRENCY',
      'CHAIN_DISABLED',
      'PRICE_FETCH_FAILED',
      'SPONSOR_BALANCE_TOO_LOW',
      'SPONSORED_TOPUPS_EXCEEDED',
      'NO_SWAP_ROUTES_FOUND',
      'NO_INTERNAL_SWAP_ROUTES_FOUND',
      'ROUTE_TEMPORARILY_RESTRICTED',
      'SWAP_IMPACT_TOO_HIGH',
      'NO_QUOTES',
      'INVALID_EXTRA_TXS',
      'EXTRA_TXS_NOT_SUPPORTED',
      'INVALID_AUTHORIZATION',
      'INVALID_GAS_LIMIT_FOR_DEPOSIT_SPECIFIED_TXS',
      'SOLANA_TX_TOO_LARGE',
      'FORBIDDEN',
      'UNAUTHORIZED_QUOTE',
      'RPC_HTTP_ERROR',
    ],
  },
  status: {
    method: 'GET',
    path: '/intents/status/v3',
    summary: 'Status of a request',
    query: statusQuerySchema,
    response: requestStatusSchema,
    errors: ['UNKNOWN_REQUEST'],
    stream: true,
  },
  legacyStatus: {
    method: 'GET',
    path: '/intents/status',
    summary: 'Status of a request, in the words before versions',
    query: statusQuerySchema,
    response: legacyStatusSchema,
    errors: ['UNKNOWN_REQUEST'],
    deprecated: true,
  },
  transactionsIndex: {
    method: 'POST',
    path: '/transactions/index',
    summary: 'Look at a transaction now and detect its deposits',
    body: transactionsIndexBodySchema,
    response: messageSchema,
    errors: ['UNSUPPORTED_CHAIN', 'UNKNOWN_TRANSACTION'],
  },
  transactionsSingle: {
    method: 'POST',
    path: '/transactions/single',
    summary: 'Tell the service of a transaction that belongs to a request',
    body: transactionsSingleBodySchema,
    response: messageSchema,
    errors: ['UNSUPPORTED_CHAIN', 'UNKNOWN_REQUEST'],
  },
  chains: {
    method: 'GET',
    path: '/chains',
    summary: 'Chains, currencies and contracts',
    query: chainsQuerySchema,
    response: chainsResponseSchema,
    errors: [],
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'State of the service',
    response: healthSchema,
    errors: [],
  },
  currencies: {
    method: 'POST',
    path: '/currencies/v2',
    summary: 'Search currencies',
    body: currenciesBodySchema,
    response: currenciesResponseSchema,
    errors: [],
  },
  swapSources: {
    method: 'GET',
    path: '/swap-sources',
    summary: 'Names of the sources that swaps may use, of one chain or of all',
    query: swapSourcesQuerySchema,
    response: swapSourcesResponseSchema,
    errors: ['UNSUPPORTED_CHAIN'],
  },
  executePermits: {
    method: 'POST',
    path: '/execute/permits',
    summary: 'Post a signature that a step asked for',
    query: signatureQuerySchema,
    body: executePermitsBodySchema,
    response: stepsReplySchema,
    errors: [
      'INVALID_SIGNATURE',
      'PERMIT_FAILED',
      'UNKNOWN_REQUEST',
      'UNSUPPORTED_EXECUTION_TYPE',
      'SPONSOR_BALANCE_TOO_LOW',
      'INSUFFICIENT_FUNDS',
      'CLAIM_EXPIRED',
      'CLAIM_USED',
      'RPC_HTTP_ERROR',
    ],
  },
  execute: {
    method: 'POST',
    path: '/execute',
    summary: 'Have the deposit of a quote made by the delegated account of its user, without gas',
    body: executeBodySchema,
    response: executeResponseSchema,
    errors: [
      'UNAUTHORIZED',
      'UNKNOWN_REQUEST',
      'UNSUPPORTED_EXECUTION_TYPE',
      'INVALID_AUTHORIZATION',
      'DELEGATION_REDEEM_FAILED',
      'SPONSOR_BALANCE_TOO_LOW',
      'RPC_HTTP_ERROR',
    ],
    needsKey: true,
  },
  fastFill: {
    method: 'POST',
    path: '/fast-fill',
    summary: 'Have a request paid before its deposit is final, at the risk of the app',
    body: fastFillBodySchema,
    response: messageSchema,
    errors: [
      'UNAUTHORIZED',
      'FORBIDDEN',
      'UNKNOWN_REQUEST',
      'AMOUNT_TOO_HIGH',
      'FAST_FILL_BALANCE_TOO_LOW',
      'FAST_FILL_NOT_POSSIBLE',
      'PRICE_FETCH_FAILED',
    ],
    needsKey: true,
  },
  withdrawalRequest: {
    method: 'POST',
    path: '/withdrawals/request',
    summary: 'Prepare or execute a depository withdrawal',
    body: withdrawalBodySchema,
    response: withdrawalPreparedSchema.or(withdrawalStartedSchema),
    errors: [
      'INVALID_ADDRESS',
      'INVALID_RECIPIENT',
      'INVALID_SIGNATURE',
      'AMOUNT_TOO_LOW',
      'INSUFFICIENT_FUNDS',
      'UNSUPPORTED_CHAIN',
      'UNSUPPORTED_CURRENCY',
      'WITHDRAWAL_IN_PROGRESS',
      'PRICE_FETCH_FAILED',
      'RPC_HTTP_ERROR',
    ],
  },
  withdrawalBalances: {
    method: 'GET',
    path: '/withdrawals/balances',
    summary: 'What an owner may withdraw, by currency',
    query: withdrawalBalancesQuerySchema,
    response: withdrawalBalancesSchema,
    errors: ['INVALID_ADDRESS'],
  },
  withdrawalStatus: {
    method: 'GET',
    path: '/withdrawals/status',
    summary: 'State of a withdrawal job',
    query: withdrawalStatusQuerySchema,
    response: withdrawalStatusSchema,
    errors: ['UNKNOWN_REQUEST'],
  },
  usage: {
    method: 'GET',
    path: '/metrics/usage',
    summary: 'API calls counted for a key',
    query: usageQuerySchema,
    response: usageResponseSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  appFeeBalances: {
    method: 'GET',
    path: '/app-fees/{wallet}/balances',
    summary: 'App fees of a wallet',
    params: walletParamsSchema,
    response: appFeeBalancesSchema,
    errors: ['INVALID_ADDRESS', 'PRICE_FETCH_FAILED'],
  },
  appFeeClaim: {
    method: 'POST',
    path: '/app-fees/{wallet}/claim',
    summary: 'Claim app fees',
    params: walletParamsSchema,
    body: appFeeClaimBodySchema,
    response: appFeeClaimSchema,
    errors: [
      'INVALID_ADDRESS',
      'INVALID_RECIPIENT',
      'AMOUNT_TOO_LOW',
      'INSUFFICIENT_FUNDS',
      'UNSUPPORTED_CHAIN',
      'UNSUPPORTED_CURRENCY',
      'PRICE_FETCH_FAILED',
    ],
  },
  appFeeClaims: {
    method: 'GET',
    path: '/app-fees/{wallet}/claims',
    summary: 'Claims of app fees',
    params: walletParamsSchema,
    query: pageQuerySchema,
    response: appFeeClaimsSchema,
    errors: ['INVALID_ADDRESS'],
  },
  requests: {
    method: 'GET',
    path: '/requests/v2',
    summary: 'List of requests',
    query: requestsQuerySchema,
    response: requestsResponseSchema,
    errors: ['INVALID_ADDRESS'],
    deprecated: true,
    deprecatedSince: '2026-11-24',
    sunset: '2027-11-24',
  },
  depositAddress: {
    method: 'GET',
    path: '/deposit-addresses/v1',
    summary: 'Look up a deposit address',
    query: depositAddressQuerySchema,
    response: depositAddressSchema,
    errors: ['INVALID_ADDRESS', 'UNKNOWN_REQUEST'],
  },
  depositAddressReindex: {
    method: 'POST',
    path: '/transactions/deposit-address/reindex',
    summary: 'Look at a deposit address now',
    body: reindexBodySchema,
    response: reindexResponseSchema,
    errors: ['UNSUPPORTED_CHAIN', 'INVALID_ADDRESS', 'UNKNOWN_REQUEST', 'UNSUPPORTED_CURRENCY'],
  },
  config: {
    method: 'GET',
    path: '/config/v2',
    summary: 'Solver capacity and user data',
    query: configQuerySchema,
    response: configResponseSchema,
    errors: [
      'INVALID_ADDRESS',
      'UNSUPPORTED_CHAIN',
      'UNSUPPORTED_CURRENCY',
      'PRICE_FETCH_FAILED',
      'RPC_HTTP_ERROR',
    ],
    deprecated: true,
  },
  ...modelEndpoints,
  ...webhookEndpoints,
  ...dashboardEndpoints,
} as const satisfies Record<string, Endpoint>;

/** Name of an endpoint. */
export type EndpointName = keyof typeof endpoints;

/**
 * Name of an endpoint that apps call; those of the dashboard and service levels are called by pages
 * alone, those of webhooks by the servers of owners, those of the model by its own clients.
 */
export type AppEndpointName = Exclude<
  EndpointName,
  'serviceLevels' | `dashboard${string}` | `webhook${string}` | `model${string}`
>;

type Part<
  Name extends EndpointName,
  Key extends string,
> = Key extends keyof (typeof endpoints)[Name]
  ? (typeof endpoints)[Name][Key] extends z.ZodType
    ? (typeof endpoints)[Name][Key]
    : never
  : never;

/** Body that a caller sends to an endpoint. */
export type EndpointBody<Name extends EndpointName> = z.input<Part<Name, 'body'>>;

/** Query that a caller sends to an endpoint. */
export type EndpointQuery<Name extends EndpointName> = z.input<Part<Name, 'query'>>;

/** Part of a call that an endpoint reads. */
export type EndpointPart = 'params' | 'query' | 'body';

/** Part of a call of an endpoint as its schema reads it; nothing where the endpoint has none. */
export type EndpointInput<Name extends EndpointName, Key extends EndpointPart> = z.output<
  Part<Name, Key>
>;

/** Body of a 200 of an endpoint. */
export type EndpointResponse<Name extends EndpointName> = z.output<Part<Name, 'response'>>;
