import type { ErrorCode } from '../errors/codes.js';
import { endpoints, type Endpoint, type EndpointName } from './endpoints.js';

/** Codes that every endpoint may answer. */
const everywhere: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'UNAUTHORIZED',
  'RATE_LIMITED',
  'UNKNOWN_ERROR',
  'SERVICE_UNAVAILABLE',
  // A deployment may leave any of them out.
  'UNSUPPORTED_FEATURE',
];

/** Codes that every endpoint with a body may answer. */
const withBody: readonly ErrorCode[] = ['INVALID_JSON', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/**
 * Every code that an endpoint may answer: its own, and those of every endpoint.
 *
 * @example
 * ```ts
 * endpointCodes('withdrawalStatus').includes('UNKNOWN_REQUEST'); // true
 * ```
 */
export function endpointCodes(name: EndpointName): readonly ErrorCode[] {
  const { body, errors }: Endpoint = endpoints[name];
  return [...everywhere, ...(body === undefined ? [] : withBody), ...errors];
}
