import { PrintedJson } from './answers.js';
import type { Route } from './context.js';
import { traceCaller } from './traceCaller.js';

/**
 * `POST /quote/v2`: the quoter reads the body and writes the text of the answer, so nothing is
 * parsed or printed twice.
 */
export const quote: Route<'quote'> =
  ({ quoter }) =>
  async ({ request }) =>
    new PrintedJson(await quoter.quote(request.body, request.caller ?? {}, traceCaller(request)));
