import { describeError, isPortageError } from '@portage/core';
import type { Endpoint } from '../endpoint/createEndpoint.js';

/** Check that every endpoint of a chain should pass before the chain is used. */
export interface EndpointsCheck {
  readonly endpoints: readonly Endpoint[];
  /** Endpoints that must pass. */
  readonly needed: number;
  /** Throws `RPC_HTTP_ERROR` where the endpoint tells nothing, and anything else to refuse. */
  readonly check: (endpoint: Endpoint) => Promise<void>;
}

/**
 * Checks endpoints, each for itself. One that tells something else than the settings refuses the
 * chain. One that tells nothing, as where it cannot be reached, does not as long as a quorum passes:
 * a service must start while one of its endpoints is down.
 *
 * @returns a sentence about each endpoint that told nothing, for operators
 * @throws PortageError what `check` throws
 * @example
 * ```ts
 * const warnings = await checkEndpoints({
 *   endpoints,
 *   needed: 2,
 *   check: async ({ ask }) => {
 *     await ask([{ method: 'eth_chainId', params: [] }]);
 *   },
 * });
 * ```
 */
export async function checkEndpoints({
  endpoints,
  needed,
  check,
}: EndpointsCheck): Promise<readonly string[]> {
  const results = await Promise.allSettled(endpoints.map(check));
  const failures = results.flatMap((result, index) => {
    if (result.status === 'fulfilled') return [];
    const reason: unknown = result.reason;
    return [{ reason, index }];
  });
  const refusal = failures.find(({ reason }) => !isPortageError(reason, 'RPC_HTTP_ERROR'));
  const fatal = refusal ?? (endpoints.length - failures.length < needed ? failures[0] : undefined);
  if (fatal !== undefined) throw fatal.reason;
  return failures.map(
    ({ reason, index }) =>
      `The endpoint ${endpoints[index]?.label ?? ''} could not be checked at the start: ${describeError(reason)}`,
  );
}
