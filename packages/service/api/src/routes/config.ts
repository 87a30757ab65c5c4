import { endpoints } from '@portage/core/schemas';
import { createUserBalances } from '../config/createUserBalances.js';
import { readConfig } from '../config/readConfig.js';
import type { Route } from './context.js';

/**
 * `GET /config/v2`: what the solver takes on between two chains, from memory; with a user also what
 * the user has. Quotes say all of it better.
 */
export const config: Route<'config'> = (context) => {
  const balances = createUserBalances();
  return async (call, reply) => {
    const query = call.read('query');
    void reply.header('link', `<${endpoints.quote.path}>; rel="successor-version"`);
    void reply.header('cache-control', 'no-cache');
    return await readConfig(query, { ...context, balances });
  };
};
