import type { Route } from './context.js';
import { sendJson } from './sendJson.js';

/**
 * `POST /quote/v2`: the quoter reads the body and writes the text of the answer, so nothing is
 * parsed or printed twice.
 */
export const quote: Route<'quote'> =
  ({ quoter }) =>
  async ({ request: { body, caller } }, reply) =>
    sendJson(reply, await quoter.quote(body, caller ?? {}));
