import {
  dashboardKeysSchema,
  dashboardMoneySchema,
  dashboardOverviewQuerySchema,
  dashboardOverviewSchema,
  dashboardRequestParamsSchema,
  dashboardRequestSchema,
  dashboardRequestsQuerySchema,
  dashboardServiceSchema,
  dashboardSessionSchema,
} from './dashboard.js';
import { usageQuerySchema, usageResponseSchema } from './metrics.js';
import { requestsResponseSchema } from './requests.js';
import { levelEndpoints } from './serviceLevels.js';

/**
 * Endpoints that the pages of the dashboard read, each behind a key, and service levels, which
 * everybody may read.
 *
 * @see docs/spec/dashboard.md
 */
export const dashboardEndpoints = {
  dashboardSession: {
    method: 'GET',
    path: '/dashboard/api/session',
    summary: 'What the key of the dashboard may see',
    response: dashboardSessionSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  dashboardRequests: {
    method: 'GET',
    path: '/dashboard/api/requests',
    summary: 'Requests that the key may see',
    query: dashboardRequestsQuerySchema,
    response: requestsResponseSchema,
    errors: ['UNAUTHORIZED', 'INVALID_ADDRESS'],
    needsKey: true,
  },
  dashboardRequest: {
    method: 'GET',
    path: '/dashboard/api/requests/{requestId}',
    summary: 'The whole story of a request',
    params: dashboardRequestParamsSchema,
    response: dashboardRequestSchema,
    errors: ['UNAUTHORIZED', 'UNKNOWN_REQUEST'],
    needsKey: true,
  },
  dashboardOverview: {
    method: 'GET',
    path: '/dashboard/api/overview',
    summary: 'Volume, outcomes, fill times, sponsors and app fees of a window',
    query: dashboardOverviewQuerySchema,
    response: dashboardOverviewSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  dashboardUsage: {
    method: 'GET',
    path: '/dashboard/api/usage',
    summary: 'API calls that the key may see',
    query: usageQuerySchema,
    response: usageResponseSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  dashboardMoney: {
    method: 'GET',
    path: '/dashboard/api/money',
    summary: 'Balances of app fees and of sponsors',
    response: dashboardMoneySchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  dashboardKeys: {
    method: 'GET',
    path: '/dashboard/api/keys',
    summary: 'API keys of the owner, and when each was used',
    response: dashboardKeysSchema,
    errors: ['UNAUTHORIZED'],
    needsKey: true,
  },
  dashboardService: {
    method: 'GET',
    path: '/dashboard/api/service',
    summary: 'Inventory, solvency, halts and prices, for operators',
    response: dashboardServiceSchema,
    errors: ['UNAUTHORIZED', 'FORBIDDEN'],
    needsKey: true,
  },
  ...levelEndpoints,
} as const;
