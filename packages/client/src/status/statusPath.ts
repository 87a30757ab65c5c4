import type { Client } from '../createClient.js';
import { endpointPaths } from '../transport/endpointPaths.js';

/** Path of the status of a request, with the name of the app. */
export function statusPath(client: Client, requestId: string): string {
  const query = new URLSearchParams({
    requestId,
    ...(client.source === undefined ? {} : { referrer: client.source }),
  });
  return `${endpointPaths.status.path}?${query.toString()}`;
}
