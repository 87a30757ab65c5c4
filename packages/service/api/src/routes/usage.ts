import { assert, PortageError } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import { parseKeyFilter, usageWindow } from '@portage/metrics';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/** Rows of one answer, about 20 MB. */
const rowsMax = 100_000;

/**
 * `GET /metrics/usage`: calls of the key that asks, or of those named keys that have the same
 * owner.
 */
export const usage: Route =
  ({ access, now }) =>
  async ({ caller, query }, reply) => {
    assert(caller !== undefined, 'the endpoint needs a key');
    const asked = parseInput(endpoints.usage.query, query);
    const window = usageWindow(asked, now());
    const apiKeyIds =
      asked.apiKey === undefined
        ? [caller.apiKeyId]
        : await access.visible(caller, parseKeyFilter(asked.apiKey));
    const metrics = await access.usage.read({ ...window, apiKeyIds, rowsMax: rowsMax + 1 });
    if (metrics.length > rowsMax) {
      throw new PortageError('INVALID_REQUEST', {
        message: `The window holds more than ${rowsMax} rows.`,
        hint: 'Ask for a shorter window, wider buckets or fewer keys.',
      });
    }
    return sendJson(
      reply.header('cache-control', 'private, no-store'),
      JSON.stringify({ metrics }),
    );
  };
