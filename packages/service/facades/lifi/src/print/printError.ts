import type { ErrorBody } from '@portage/core';
import type { FacadeError } from '@portage/core/plugin';

/** Codes of errors in LI.FI's interface. */
const lifiCodes = {
  other: 1000,
  noQuote: 1002,
  notFound: 1003,
  rateLimit: 1005,
  server: 1006,
  unauthorized: 1010,
  validation: 1011,
} as const;

/** Codes of ours that LI.FI tells as "no route", which its clients show as such. */
export const noRouteCodes: ReadonlySet<string> = new Set([
  'NO_QUOTES',
  'AMOUNT_TOO_LOW',
  'AMOUNT_TOO_HIGH',
  'INSUFFICIENT_LIQUIDITY',
  'UNSUPPORTED_ROUTE',
  'CHAIN_DISABLED',
  'NO_SWAP_ROUTES_FOUND',
  'NO_INTERNAL_SWAP_ROUTES_FOUND',
  'ROUTE_TEMPORARILY_RESTRICTED',
  'SWAP_IMPACT_TOO_HIGH',
]);

/** Error in the form that LI.FI's clients read; the service's own code stays beside it. */
export function printError({
  statusCode,
  message,
  errorCode,
  errors,
  hint,
}: ErrorBody): FacadeError {
  const isNoRoute = noRouteCodes.has(errorCode);
  return {
    statusCode: isNoRoute ? 404 : statusCode,
    body: {
      message: hint === undefined ? message : `${message} ${hint}`,
      code: isNoRoute ? lifiCodes.noQuote : codeOf(statusCode),
      errorCode,
      ...(errors === undefined ? {} : { details: errors }),
    },
  };
}

function codeOf(statusCode: number): number {
  if (statusCode === 404) return lifiCodes.notFound;
  if (statusCode === 429) return lifiCodes.rateLimit;
  if (statusCode === 401 || statusCode === 403) return lifiCodes.unauthorized;
  if (statusCode >= 500) return lifiCodes.server;
  return statusCode === 400 ? lifiCodes.validation : lifiCodes.other;
}
