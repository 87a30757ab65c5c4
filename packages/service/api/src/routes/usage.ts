import type { Access, UsageSelection } from '@portage/access';
import { assert, PortageError } from '@portage/core';
import type { EndpointResponse } from '@portage/core/schemas';
import { parseKeyFilter, usageWindow } from '@portage/metrics';
import type { Route } from './context.js';

/** Rows of one answer, about 20 MB. */
const rowsMax = 100_000;

/**
 * `GET /metrics/usage`: calls of the key that asks, or of those named keys that have the same
 * owner.
 */
export const usage: Route<'usage'> =
  ({ access, now }) =>
  async (call, reply) => {
    const { caller } = call.request;
    assert(caller !== undefined, 'the endpoint needs a key');
    const asked = call.read('query');
    const window = usageWindow(asked, now());
    const apiKeyIds =
      asked.apiKey === undefined
        ? [caller.apiKeyId]
        : await access.visible(caller, parseKeyFilter(asked.apiKey));
    void reply.header('cache-control', 'private, no-store');
    return readUsage(access, { ...window, apiKeyIds });
  };

/**
 * Reads the calls of a selection.
 *
 * @throws PortageError `INVALID_REQUEST` for more rows than fit into an answer
 */
export async function readUsage(
  { usage: counted }: Pick<Access, 'usage'>,
  selection: Omit<UsageSelection, 'rowsMax'>,
): Promise<EndpointResponse<'usage'>> {
  const metrics = await counted.read({ ...selection, rowsMax: rowsMax + 1 });
  if (metrics.length > rowsMax) {
    throw new PortageError('INVALID_REQUEST', {
      message: `The window holds more than ${rowsMax} rows.`,
      hint: 'Ask for a shorter window, wider buckets or fewer keys.',
    });
  }
  return { metrics: [...metrics] };
}
