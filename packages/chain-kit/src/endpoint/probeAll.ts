import { describeError } from '@portage/core';
import type { EndpointProfile } from '@portage/core/plugin';
import type { Endpoint } from './createEndpoint.js';

/** Finds out what an endpoint is able to do. @throws where it does not answer */
export type EndpointProbe = (
  endpoint: Endpoint,
  signal: AbortSignal,
) => Promise<Omit<EndpointProfile, 'endpoint' | 'fault'>>;

/** Profiles of endpoints, all asked at once; one that does not answer has its fault alone. */
export function probeAll(
  endpoints: readonly Endpoint[],
  probe: EndpointProbe,
  signal: AbortSignal,
): Promise<readonly EndpointProfile[]> {
  return Promise.all(
    endpoints.map(async (endpoint): Promise<EndpointProfile> => {
      const named = { endpoint: endpoint.label };
      try {
        return { ...named, ...(await probe(endpoint, signal)) };
      } catch (error) {
        return { ...named, fault: describeError(error) };
      }
    }),
  );
}
