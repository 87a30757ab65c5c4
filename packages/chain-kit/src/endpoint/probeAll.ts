import { describeError } from '@portage/core';
import type { EndpointProfile } from '@portage/core/plugin';
import type { Endpoint } from './createEndpoint.js';

/** How much a probe may ask. */
export interface ProbeOptions {
  /** Whether some hundred calls are worth it, and bounds are looked for. Default: some eight. */
  readonly isThorough?: boolean | undefined;
}

/** Finds out what an endpoint is able to do. @throws where it does not answer */
export type EndpointProbe = (
  endpoint: Endpoint,
  signal: AbortSignal,
  options?: ProbeOptions,
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
        return { ...named, ...(await probe(endpoint, signal, { isThorough: true })) };
      } catch (error) {
        return { ...named, fault: describeError(error) };
      }
    }),
  );
}
