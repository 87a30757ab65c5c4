import { endpoints } from '@portage/core/schemas';
import { createUserBalances } from '../config/createUserBalances.js';
import { readConfig } from '../config/readConfig.js';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/**
 * `GET /config/v2`: what the solver takes on between two chains, from memory; with a user also what
 * the user has. Quotes say all of it better.
 */
export const config: Route = (context) => {
  const balances = createUserBalances();
  return async (request, reply) => {
    const query = parseInput(endpoints.config.query, request.query);
    void reply.header('link', `<${endpoints.quote.path}>; rel="successor-version"`);
    return sendJson(
      reply.header('cache-control', 'no-cache'),
      JSON.stringify(await readConfig(query, { ...context, balances })),
    );
  };
};
